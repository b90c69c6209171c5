import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { isoOfArchive } from './archive-time.ts'

/** One archived copy. */
export type Capture = {
  /** 14 digits. */
  timestamp: string
  original: string
  status: number | null
  mimetype: string | null
  digest: string | null
}

export type CaptureList = {
  /** Oldest first. */
  captures: Capture[]
  /** Rows the archive sent, those that cannot be read included. */
  rows: number
  /** Whether these are all; otherwise the closest one alone. */
  isWhole: boolean
  /** The archive does not show this site: its owner asked so. */
  isExcluded: boolean
}

const NONE: CaptureList = { captures: [], rows: 0, isWhole: true, isExcluded: false }

export const CDX_FIELDS = 'timestamp,original,mimetype,statuscode,digest'

const Rows = z.array(z.array(z.string()))

/**
 * Reads the CDX server with output=json and CDX_FIELDS: rows under a row of names, `[]` for none
 * (https://github.com/internetarchive/wayback/tree/master/wayback-cdx-server).
 */
export function readCdx(reply: UpstreamReply): CaptureList {
  if (reply.status === 403) return excluded(reply)
  const text = reply.text().trim()
  // An empty body is how some versions say that there is nothing.
  if (text === '') return NONE
  const [names, ...rows] = Rows.parse(reply.json())
  if (names === undefined) return NONE
  if (!names.includes('timestamp') || !names.includes('original')) throw new Error('its rows have no names')
  const captures = rows.flatMap((row): Capture[] => {
    const at = (name: string) => row[names.indexOf(name)] ?? ''
    const timestamp = at('timestamp')
    if (isoOfArchive(timestamp) === null || at('original') === '') return []
    const status = Number(at('statuscode'))
    return [
      {
        timestamp,
        original: at('original'),
        status: Number.isInteger(status) && status >= 100 ? status : null,
        mimetype: known(at('mimetype')),
        digest: known(at('digest')),
      },
    ]
  })
  if (rows.length > 0 && captures.length === 0) throw new Error('none of its rows can be read')
  return { captures, rows: rows.length, isWhole: true, isExcluded: false }
}

const Available = z.object({
  archived_snapshots: z.object({
    closest: z
      .object({ status: z.string().nullish(), available: z.boolean(), url: z.string(), timestamp: z.string() })
      .nullish(),
  }),
})

/** Reads the availability API, which knows the closest capture only. */
export function readAvailable(reply: UpstreamReply): CaptureList {
  const { closest } = Available.parse(reply.json()).archived_snapshots
  if (closest === null || closest === undefined || !closest.available) return NONE
  const original = /^https?:\/\/web\.archive\.org\/web\/\d{1,14}(?:[a-z]{2}_)?\/(.+)$/.exec(closest.url)?.[1]
  if (original === undefined || isoOfArchive(closest.timestamp) === null) throw new Error('its capture cannot be read')
  const status = Number(closest.status)
  return {
    captures: [
      { timestamp: closest.timestamp, original, status: status >= 100 ? status : null, mimetype: null, digest: null },
    ],
    rows: 1,
    isWhole: false,
    isExcluded: false,
  }
}

/** `org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error` and its like. */
function excluded(reply: UpstreamReply): CaptureList {
  if (/AdministrativeAccessControl|Blocked Site|RobotAccessControl|excluded/i.test(reply.text())) {
    return { ...NONE, isExcluded: true }
  }
  throw new UpstreamError('refused', 'it answered 403', { status: 403 })
}

const known = (value: string) => (value === '' || value === '-' ? null : value)
