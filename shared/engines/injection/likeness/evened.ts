/** Features from which on a window tells as much as any; fewer tell less, for or against. */
const ENOUGH = 120

/** What the sum over so many features is divided by, so that long windows weigh no more and short ones weigh less. */
export const evened = (features: number): number => Math.sqrt(Math.max(ENOUGH, features))
