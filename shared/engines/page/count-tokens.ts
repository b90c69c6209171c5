import { textCounter } from '../tokens/text-counter.ts'

const count = await textCounter('o200k_base')

/** Tokens of text in o200k_base, exact; what looks like a special token is text of the page. */
export const countTokens = (text: string): number => count(text)
