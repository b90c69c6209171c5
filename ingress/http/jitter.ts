/**
 * Random retry delay in whole seconds: from `atLeast` to half as much more (at least two seconds more), so that callers
 * that were refused together do not return together.
 */
export const jitter = (atLeast: number, chance = Math.random()): number =>
  atLeast + Math.floor(chance * (Math.max(2, Math.ceil(atLeast / 2)) + 1))
