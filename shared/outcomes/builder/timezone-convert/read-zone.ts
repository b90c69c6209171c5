import { ZONE_NAMES } from './iana-zones.rules.ts'
import { suggestZones } from './suggest-zones.ts'
import { ZONE_ABBREVIATIONS } from './zone-abbreviations.rules.ts'

/** A zone by its name in the database's own spelling, or a fixed offset such as `+05:30`. */
export type Zone = { name: string; fixedMinutes: number | null }

/** Why a name is no zone, and what may have been meant. */
export type NoZone = { problem: string; suggestions: string[] }

const BY_LOWER = new Map(ZONE_NAMES.map((name) => [name.toLowerCase(), name]))

/** Reads an IANA zone name without regard to case, or an offset `+HH:MM`. Abbreviations are refused: EST is many things. */
export function readZone(sent: string): Zone | NoZone {
  const text = sent.trim()
  const offset = /^([+-])([01][0-9]|2[0-3]):?([0-5][0-9])$/.exec(text)
  if (offset !== null) {
    const [, sign, hours, minutes] = offset
    const fixedMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    return { name: `${fixedMinutes < 0 ? '-' : '+'}${hours}:${minutes}`, fixedMinutes }
  }
  if (/^z$/i.test(text)) return { name: 'UTC', fixedMinutes: 0 }

  const abbreviated = abbreviation(text)
  if (abbreviated !== null) {
    const suggestions = [...(ZONE_ABBREVIATIONS[abbreviated] ?? [])]
    return {
      problem: `${abbreviated} is an abbreviation and no IANA zone; it does not say which place or which rules are meant`,
      suggestions,
    }
  }
  const known = BY_LOWER.get(text.toLowerCase())
  if (known !== undefined) return { name: known, fixedMinutes: fixedOffset(known) }

  const added = addedSince(text)
  if (added !== null) return { name: added, fixedMinutes: null }
  return { problem: 'there is no IANA zone of this name', suggestions: suggestZones(text) }
}

/** Of zones that never change; the hours in Etc/GMT+5 count westwards. */
function fixedOffset(name: string): number | null {
  if (/^(?:Etc\/)?(?:UTC|UCT|GMT0?|Universal|Zulu)$/.test(name)) return 0
  const hours = /^Etc\/GMT([+-][0-9]{1,2})$/.exec(name)?.[1]
  return hours === undefined ? null : 0 - 60 * Number(hours)
}

/** The abbreviation itself, or the one that a name such as "Eastern Standard Time" shortens to. */
function abbreviation(text: string): string | null {
  const initials = /\stime$/i.test(text)
    ? text
        .split(/\s+/)
        .map((word) => word.charAt(0))
        .join('')
    : text
  const upper = initials.toUpperCase()
  return Object.hasOwn(ZONE_ABBREVIATIONS, upper) ? upper : null
}

/** A zone that the runtime's database has and our list, being older, has not. */
function addedSince(text: string): string | null {
  if (!/^[A-Za-z_]+\/[A-Za-z0-9_+\-/]+$/.test(text) || /^systemv\//i.test(text)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
