import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Relative base: the server may mount the client anywhere. In development, the API comes from a running server
// (by default where `grognard play` listens).
const api = process.env["GROGNARD_API"] ?? "http://127.0.0.1:7420";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: { target: "es2022", outDir: process.env["GROGNARD_WEB_OUT"] ?? "dist", emptyOutDir: true, sourcemap: false },
  server: { proxy: { "/api": { target: api, ws: true } } },
});
