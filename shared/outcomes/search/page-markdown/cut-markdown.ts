const FENCE = /^ {0,3}(`{3,20})/gm

/** Markdown of at most `maxChars` characters, cut at the end of a line where one is near, with no code fence left open. */
export function cutMarkdown(markdown: string, maxChars: number): { markdown: string; truncated: boolean } {
  if (markdown.length <= maxChars) return { markdown, truncated: false }
  const roomy = cutAt(markdown, maxChars)
  const fence = openFence(roomy)
  if (fence === null) return { markdown: roomy, truncated: true }
  const closing = `\n${fence}`
  return { markdown: cutAt(markdown, maxChars - closing.length) + closing, truncated: true }
}

function cutAt(text: string, chars: number): string {
  const end = text.lastIndexOf('\n', chars)
  const cut = text.slice(0, end > chars * 0.9 ? end : chars)
  // Half a surrogate pair is no character.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1).trimEnd() : cut.trimEnd()
}

function openFence(markdown: string): string | null {
  let open: string | null = null
  for (const [, fence = ''] of markdown.matchAll(FENCE)) {
    if (open === null) open = fence
    else if (fence.length >= open.length) open = null
  }
  return open
}
