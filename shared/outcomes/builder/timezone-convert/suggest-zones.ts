import { editDistance } from '#shared/lib/names/edit-distance.ts'

import { ZONE_NAMES } from './iana-zones.rules.ts'

const LIMIT = 5

/** Zones that a wrong name may stand for: by city, by a slip of the pen, or by an offset such as UTC+2. */
export function suggestZones(text: string): string[] {
  const offset = /^(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?$/i.exec(text)
  if (offset !== null) return [`${offset[1]}${(offset[2] ?? '').padStart(2, '0')}:${offset[3] ?? '00'}`]

  const wanted = plain(text.slice(0, 60))
  if (wanted === '') return []
  const scored = ZONE_NAMES.map((name) => ({ name, score: score(wanted, name) })).filter(({ score }) => score <= 3)
  return scored
    .toSorted((one, other) => one.score - other.score || one.name.length - other.name.length)
    .slice(0, LIMIT)
    .map(({ name }) => name)
}

/** 0 for the same city, 1 for a name that has it in it, else 1 and the edits between the names; over 3 is no likeness. */
function score(wanted: string, name: string): number {
  const whole = plain(name)
  const city = plain(name.slice(name.lastIndexOf('/') + 1))
  if (city === wanted || whole === wanted) return 0
  if (wanted.length >= 4 && (city.includes(wanted) || wanted.endsWith(city))) return 1
  return 1 + Math.min(editDistance(wanted, whole, 2), editDistance(wanted, city, 2))
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/+-]/g, '')
