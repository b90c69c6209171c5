import type { SentRequest } from './sent-request.ts'
import { overriddenMethod } from './sent-request.ts'

/** Letters of curl's short options that take a value. */
const valued = 'XdHoTuAebcFKmxwUErYyztQCDP'
const longValued =
  /^(?:request|header|url|json|data.*|form.*|output|upload-file|user|user-agent|referer|cookie|cookie-jar|config|max-time|proxy.*|write-out|cert.*|key.*|cacert|capath|connect-timeout|retry.*|resolve|interface|range|limit-rate|aws-sigv4|oauth2-bearer|unix-socket|variable)$/
const sendsData = /^(?:d|F|json|data.*|form.*)$/

/** The requests of a curl command line: clusters (`-sXDELETE`), attached values and several addresses are understood. */
export function readCurl(argv: readonly string[]): SentRequest[] {
  const options: [string, string][] = []
  const urls: string[] = []
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const read = /^--?[A-Za-z]/.test(word) ? readOption(word, argv[at + 1] ?? '') : null
    if (read === null) urls.push(word)
    else {
      options.push(...read.options)
      if (read.takesNext) at += 1
    }
  }
  const values = (names: RegExp) => options.filter(([name]) => names.test(name)).map(([, value]) => value)
  const bodies = values(sendsData)
  const has = (name: RegExp) => options.some(([one]) => name.test(one))
  const implied = has(/^(?:I|head)$/) ? 'HEAD' : has(/^(?:T|upload-file)$/) ? 'PUT' : undefined
  const posts = bodies.length > 0 && !has(/^(?:G|get)$/) ? 'POST' : 'GET'
  const method =
    values(/^(?:H|header)$/)
      .map(overriddenMethod)
      .find((found) => found !== undefined) ??
    values(/^(?:X|request)$/)
      .at(-1)
      ?.replace(/^["']|["']$/g, '')
      .toUpperCase() ??
    implied ??
    posts
  const body = bodies.length > 0 ? bodies.join('&') : undefined
  return [...urls, ...values(/^url$/)].map((url) => ({ method, url, body }))
}

type Read = { options: [string, string][]; takesNext: boolean }

function readOption(word: string, next: string): Read {
  const long = /^--([a-z0-9.-]+)(?:=([\s\S]*))?$/.exec(word)
  if (long !== null) {
    const name = long[1] ?? ''
    const takesNext = long[2] === undefined && longValued.test(name)
    return { options: [[name, long[2] ?? (takesNext ? next : '')]], takesNext }
  }
  const options: [string, string][] = []
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? ''
    if (!valued.includes(letter)) {
      options.push([letter, ''])
      continue
    }
    const attached = word.slice(at + 1)
    return { options: [...options, [letter, attached === '' ? next : attached]], takesNext: attached === '' }
  }
  return { options, takesNext: false }
}
