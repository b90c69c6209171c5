/** How pages say facts in running text; group 1 is the value. Patterns are linear. */
export const FOUNDED_TEXT: readonly RegExp[] = [
  /\b(?:founded|established|started|incorporated|launched)\b[^.]{0,40}?\bin\s{1,4}(?:\w{3,9}\s{1,4})?((?:18|19|20)\d{2})\b/i,
  /\b(?:founded|established|est\.?|since|seit|gegründet|fondée? en|depuis|fundada? en)\s{1,4}(?:im jahr(?:e)?\s{1,4})?(?:in\s{1,4})?((?:18|19|20)\d{2})\b/i,
]
export const HQ_TEXT: readonly RegExp[] = [
  /\b(?:headquartered|based|headquarters(?: is| are)?)\s{1,4}(?:is\s{1,4})?in\s{1,4}((?:[A-ZÀ-Ý][\p{L}.'’-]{1,30}|de|of|am|an der)(?:,?\s(?:[A-ZÀ-Ý][\p{L}.'’-]{1,30}|de|of|am|an der)){0,4})/u,
  /\b(?:mit )?(?:Haupt)?[Ss]itz in\s{1,4}([A-ZÄÖÜ][\p{L}.-]{1,30}(?:,?\s[A-ZÄÖÜ][\p{L}.-]{1,30}){0,2})/u,
]
export const EMPLOYEES_TEXT: readonly RegExp[] = [
  /\b(?:over|more than|about|around|nearly|some|approximately|team of|with|über|rund)?\s{0,4}(\d{1,3}(?:[.,]\d{3}){0,2}|\d{1,6})\+?\s{1,4}(?:full[ -]time\s{1,4})?(?:employees|people worldwide|team members|colleagues|staff members|mitarbeite\w{1,6}|salariés)\b/i,
  /\bteam of\s{1,4}(?:over|more than|about|around)?\s{0,4}(\d{1,6})\+?\b/i,
]
/** A name that ends in a legal form. */
export const LEGAL_NAME =
  /((?:[\p{Lu}\d][\p{L}\d&.'’+-]{0,40}\s){1,6}(?:Inc\.?|Incorporated|LLC|L\.L\.C\.|Ltd\.?|Limited|PLC|plc|Corp\.?|Corporation|GmbH(?: & Co\. KG)?|AG|SE|KG|UG(?: \(haftungsbeschränkt\))?|S\.?A\.?S?\.?|SARL|S\.r\.l\.|S\.p\.A\.|B\.?V\.?|N\.?V\.?|AB|ApS|A\/S|AS|Oy|Pty\.? Ltd\.?|Pte\.? Ltd\.?|K\.K\.|Co\., Ltd\.?))(?![\p{L}\d])/u
export const COPYRIGHT =
  /(?:©|\(c\)|copyright)\s{0,4}(?:\d{4}(?:\s{0,3}[-–]\s{0,3}(?:\d{4}|present))?,?\s{1,4})?(?:by\s{1,4})?(.{3,80})/i
/** Legal forms that are no part of a name when names are compared. */
export const LEGAL_FORMS =
  /\b(?:inc|incorporated|llc|ltd|limited|plc|corp|corporation|co|company|gmbh|ag|se|kg|ug|sas?|sarl|srl|spa|bv|nv|ab|aps|oy|pty|pte|kk|the|group|holdings?)\b/g

/** Bands of how many people work somewhere, by their upper end. */
export const SIZE_BANDS: readonly (readonly [most: number, band: string])[] = [
  [10, '1-10'],
  [50, '11-50'],
  [200, '51-200'],
  [500, '201-500'],
  [1_000, '501-1000'],
  [5_000, '1001-5000'],
  [10_000, '5001-10000'],
]
