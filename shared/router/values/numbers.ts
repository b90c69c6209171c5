const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  `one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 twelve 12 fifteen 15 twenty 20 thirty 30 fifty 50 hundred 100
  ein 1 eine 1 zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 zwanzig 20 hundert 100
  uno 1 una 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 veinte 20 cien 100
  un 1 une 1 deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 vingt 20 cent 100
  一 1 二 2 两 2 三 3 四 4 五 5 六 6 七 7 八 8 九 9 十 10 百 100`
    .split(/\s+/)
    .reduce<[string, number][]>(
      (all, word, index, words) => (index % 2 === 0 ? [...all, [word, Number(words[index + 1])]] : all),
      [],
    ),
)

const COUNT = `(\\d{1,3}(?:[ ,.]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?|${Object.keys(NUMBER_WORDS)
  .filter((word) => word.length > 2 || /[^a-z]/.test(word))
  .join('|')})`

/** Finds the number before one of these words (a pattern), such as 150 in "at most 150 words". */
export function numberBefore(text: string, words: string): number | undefined {
  const match = new RegExp(`${COUNT}[\\s-]{0,3}(?:${words})`, 'iu').exec(text)
  return match?.[1] === undefined ? undefined : numberOf(match[1])
}

/** Finds the number after one of these words (a pattern), such as 10 in "top ten". */
export function numberAfter(text: string, words: string): number | undefined {
  const match = new RegExp(`(?:${words})[\\s:]{0,3}${COUNT}(?![\\w.]*\\d)`, 'iu').exec(text)
  return match?.[1] === undefined ? undefined : numberOf(match[1])
}

/** Reads "1,000.50", "1.000,50", "1 000" or "ten". */
export function numberOf(text: string): number | undefined {
  const word = NUMBER_WORDS[text.trim().toLowerCase()]
  if (word !== undefined) return word
  let digits = text.replaceAll(/\s/g, '').replace(/[.,]$/, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) digits = digits.replaceAll(',', '')
  else if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) digits = digits.replaceAll('.', '').replace(',', '.')
  else digits = digits.replace(',', '.')
  const value = Number(digits)
  return digits === '' || Number.isNaN(value) ? undefined : value
}
