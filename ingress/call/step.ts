declare const maker: unique symbol

/**
 * A value that only one step of the paid call makes. Each step takes what the step before it made, so the compiler checks
 * their order (test/house/paid-call-order.test.ts swaps them).
 */
export type MadeBy<Step extends string, Value> = Value & { readonly [maker]: Readonly<Record<Step, true>> }

/** Marks a value as made by a step. Only the file of that step calls it. */
export const markMadeBy = <Step extends string, Value>(value: Value): MadeBy<Step, Value> =>
  // Safe: the mark exists for the compiler alone.
  value as MadeBy<Step, Value>
