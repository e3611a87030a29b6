// The first load stays small: everything in dist, compressed, under 300 KB.
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
if (existsSync(dist)) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  const bytes = files.reduce((sum, f) => sum + gzipSync(readFileSync(`${f.parentPath ?? f.path}/${f.name}`)).length, 0);
  console.log(`dist: ${(bytes / 1024).toFixed(1)} KB compressed`);
  if (bytes > 300 * 1024) {
    console.error("The client is over 300 KB compressed.");
    process.exit(1);
  }
}
