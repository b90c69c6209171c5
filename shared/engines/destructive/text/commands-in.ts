const quotedCode = /`([^`\n]{2,2000})`/g
const afterRun =
  /\b(?:run|execute|exec|type|enter|issue|use|invoke|launch)\s+(?:the\s+(?:command|following(?:\s+command)?)\s*:?\s*|this:?\s*|:\s*)?((?:sudo\s+)?[a-z][\w./-]{0,40}\s+-{0,2}[^\n]{1,500})/gi
const notMeant =
  /(?:\b(?:do not|don't|never|not|avoid|explain|what|how|why|document|mention|describes?|about|without|instead of|blocks?|detects?)\b[^.!?\n]{0,40})$/i

/** The command lines that a sentence asks to run: in backticks, or after "run". Merely mentioned ones are left out. */
export function commandsIn(text: string): string[] {
  const found: string[] = []
  for (const pattern of [quotedCode, afterRun]) {
    for (const match of text.matchAll(pattern)) {
      if (found.length < 20 && !notMeant.test(text.slice(Math.max(0, match.index - 60), match.index)))
        found.push(match[1] ?? '')
    }
  }
  return found
}
