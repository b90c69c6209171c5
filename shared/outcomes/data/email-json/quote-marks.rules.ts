/**
 * Lines behind which only what was written before follows; they are tried on one line, and on two that belong together.
 * Every pattern is anchored and bounded, so that no line can keep them busy.
 */
export const QUOTE_MARKS: readonly RegExp[] = [
  /^on\b.{4,300}\bwrote:?$/i,
  /^(?:am|den|på|op|il|le|el|em|dnia|den)\b.{4,300}(?:schrieb|skrev|schreef|ha scritto|a écrit|escribió|escreveu|napisał\(?a?\)?)\b.{0,200}:$/i,
  /^-{2,20}\s{0,5}(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original)\s{0,5}-{2,20}$/i,
  /^begin forwarded message:$/i,
  /^_{20,200}$/,
]

/** A header block of an older message, as Outlook writes it. */
export const HEADER_BLOCK = {
  first: /^\*?(?:from|von|de|da|van|från|od):\*?\s/i,
  next: /^\*?(?:sent|date|to|gesendet|datum|envoyé|enviado|inviato|verzonden|skickat|an|à|para|a|aan|till):\*?\s/i,
}

/** Where a signature begins. */
export const SIGNATURE_MARKS: readonly RegExp[] = [
  /^-- ?$/,
  /^sent from my [\w .]{2,40}$/i,
  /^get outlook for (?:ios|android)/i,
  /^(?:von meinem|envoyé de mon|enviado desde mi) [\p{L}\d ]{2,40}(?: gesendet)?\.?$/iu,
]
