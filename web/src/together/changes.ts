// What the server says changed since the last state, put into it. What did not change stays the same object.

export type Key = string | number;
/** `[path, value]` sets, `[path]` removes a field, `[path, from, count, values]` replaces a part of a list. */
export type Change = [Key[]] | [Key[], unknown] | [Key[], number, number, unknown[]];

function copied(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : { ...(value as object) };
}

function at(value: unknown, [first, ...rest]: Key[], change: Change): unknown {
  if (first === undefined) {
    if (change.length !== 4) return change[1];
    const list = [...(value as unknown[])];
    list.splice(change[1], change[2], ...change[3]);
    return list;
  }
  const copy = copied(value) as Record<Key, unknown>;
  if (rest.length === 0 && change.length === 1) delete copy[first];
  else copy[first] = at(copy[first], rest, change);
  return copy;
}

export function applied<T>(value: T, changes: Change[]): T {
  return changes.reduce<unknown>((now, change) => at(now, change[0], change), value) as T;
}
