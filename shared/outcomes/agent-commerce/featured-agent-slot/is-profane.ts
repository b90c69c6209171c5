import { profaneWords } from './profane-words.rules.ts'

const words = new Set(profaneWords)

/** Whether a short text holds a word that is not fit to be shown, also with digits for letters. Whole words only. */
export const isProfane = (text: string): boolean =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign)
    .split(/[^a-z]+/)
    .some((word) => words.has(word))

const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
