/**
 * Whole seconds after which to come again: at least `atLeast`, and up to half as much more (or two), by chance, so that
 * callers who were refused together do not return together.
 */
export const jitter = (atLeast: number, chance = Math.random()): number =>
  atLeast + Math.floor(chance * (Math.max(2, Math.ceil(atLeast / 2)) + 1))
