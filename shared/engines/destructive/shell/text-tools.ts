import { hasHole, hasHoleOf, hole } from './hole.ts'

type Call = { argv: readonly string[]; stdin: string | undefined; files: ReadonlyMap<string, string> }

/** Programs whose output follows from their words and input; what cannot be computed is a marked unknown. */
export const textTools: Record<string, (call: Call) => string> = {
  echo,
  printf,
  cat: passes,
  tee: ({ stdin }) => stdin ?? hole('output'),
  head: passes,
  tail: passes,
  sort: passes,
  uniq: passes,
  tac: passes,
  rev: ({ stdin }) =>
    stdin === undefined || hasHole(stdin) ? decoded(stdin) : [...stdin.trimEnd()].toReversed().join(''),
  base64: decode64,
  base32: ({ stdin }) => decoded(stdin),
  openssl: (call) =>
    call.argv.includes('-d') || call.argv.includes('base64')
      ? decode64({ ...call, argv: ['base64', '-d'] })
      : hole('set'),
  xxd: hexDump,
  tr: translate,
  sed: filter,
  awk: filter,
  grep: filter,
  cut: filter,
  jq: filter,
  gunzip: ({ stdin }) => decoded(stdin),
  zcat: ({ stdin }) => decoded(stdin),
  gzip: ({ stdin }) => decoded(stdin),
  xz: ({ stdin }) => decoded(stdin),
  bzip2: ({ stdin }) => decoded(stdin),
  gpg: ({ stdin }) => decoded(stdin),
  uudecode: ({ stdin }) => decoded(stdin),
  curl: download,
  wget: download,
  http: download,
  https: download,
  xh: download,
  fetch: download,
  aria2c: download,
  nc: () => hole('remote'),
  ncat: () => hole('remote'),
  dig: () => hole('remote'),
  'invoke-webrequest': () => hole('remote'),
  'invoke-restmethod': () => hole('remote'),
  iwr: () => hole('remote'),
  irm: () => hole('remote'),
  pwd: () => '.',
  mktemp: temporary,
  which: named,
  type: named,
  basename: ({ argv }) => argv[1]?.replace(/^.*\//, '') ?? hole('output'),
  dirname: ({ argv }) => argv[1]?.replace(/\/?[^/]*$/, '') || '.',
  realpath: named,
  readlink: named,
  git: ({ argv }) => (argv.includes('--show-toplevel') ? '.' : hole('output')),
  id: () => '0',
  date: () => '0',
  nproc: () => '0',
  uname: () => hole('set'),
  whoami: () => 'me',
  hostname: () => hole('set'),
  // The output of these tools is meant to be evaluated, and is not the caller's.
  'ssh-agent': shellEnvironment,
  direnv: shellEnvironment,
  brew: shellEnvironment,
  starship: shellEnvironment,
  zoxide: shellEnvironment,
  rbenv: shellEnvironment,
  pyenv: shellEnvironment,
  nodenv: shellEnvironment,
  fnm: shellEnvironment,
  mise: shellEnvironment,
  thefuck: shellEnvironment,
  dircolors: shellEnvironment,
  lesspipe: shellEnvironment,
  opam: shellEnvironment,
  keychain: shellEnvironment,
  'docker-machine': shellEnvironment,
  minikube: shellEnvironment,
  conda: shellEnvironment,
  resize: shellEnvironment,
}

function shellEnvironment() {
  return hole('shellenv')
}

const decoded = (stdin: string | undefined) =>
  stdin !== undefined && hasHoleOf(stdin, 'remote') ? hole('remote') : hole('decoded')

function echo({ argv }: Call): string {
  let from = 1
  let escapes = false
  while (/^-[neE]+$/.test(argv[from] ?? '')) {
    escapes ||= argv[from]?.includes('e') === true
    from += 1
  }
  const text = argv.slice(from).join(' ')
  return escapes ? unescaped(text) : text
}

function printf({ argv }: Call): string {
  const [format = '', ...values] = argv.slice(argv[1] === '--' ? 2 : 1)
  const each = placesIn(format)
  // printf repeats its format until all values are used.
  const rounds = each === 0 ? 1 : Math.min(50, Math.max(1, Math.ceil(values.length / each)))
  return Array.from({ length: rounds }, (_, round) => formatted(format, values.slice(round * each))).join('')
}

const place = /%(?:%|[-+ #0]*\d*(?:\.\d+)?([sbqdiouxXc]))/g

const placesIn = (format: string) => [...format.matchAll(place)].filter((match) => match[1] !== undefined).length

function formatted(format: string, values: readonly string[]): string {
  let at = 0
  return unescaped(format).replace(place, (_, kind: string | undefined) => {
    if (kind === undefined) return '%'
    const value = values[at] ?? ''
    at += 1
    return kind === 'b' ? unescaped(value) : value
  })
}

const unescaped = (text: string) =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|u([0-9a-fA-F]{4})|([abcefnrtv\\"']))/g,
    (all, hex?: string, octal?: string, wide?: string, one?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      if (wide !== undefined) return String.fromCharCode(Number.parseInt(wide, 16)).toWellFormed()
      return one === undefined ? all : ({ n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" }[one] ?? '')
    },
  )

/** Passes on its files or its input; the output of an unknown filter is unknown. */
function passes({ argv, stdin, files }: Call): string {
  const paths = argv.slice(1).filter((word) => !/^-./.test(word) && !/^\d+$/.test(word))
  if (paths.length === 0 || paths[0] === '-') return stdin ?? hole('output')
  return paths.map((path) => files.get(path) ?? (hasHoleOf(path, 'remote') ? hole('remote') : hole('local'))).join('\n')
}

function filter({ stdin }: Call) {
  return stdin !== undefined && hasHoleOf(stdin, 'remote') ? hole('remote') : hole('output')
}

function decode64({ argv, stdin, files }: Call): string {
  if (!argv.some((word) => /^(?:-d|-D|--decode|-di|-id)$/.test(word))) return hole('output')
  const path = argv.slice(1).find((word) => !word.startsWith('-'))
  const text = (path === undefined ? stdin : files.get(path))?.replace(/\s+/g, '')
  if (text === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return decoded(stdin)
  return readableText(Buffer.from(text, 'base64'))
}

function hexDump({ argv, stdin }: Call): string {
  if (!argv.some((word) => /^-[a-z]*r/.test(word)) || stdin === undefined) return hole('output')
  const hex = stdin.replace(/[^0-9a-fA-F]/g, '')
  return hasHole(stdin) ? decoded(stdin) : readableText(Buffer.from(hex, 'hex'))
}

/** Decoded bytes as text; bytes that are not text are not a script either. */
function readableText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return /[\0\ufffd\ue000-\ue00f]/.test(text) ? hole('decoded') : text
}

function translate({ argv, stdin }: Call): string {
  const [from = '', to = ''] = argv.slice(1).filter((word) => !word.startsWith('-'))
  if (stdin === undefined || hasHole(stdin)) return decoded(stdin)
  const deletes = argv.some((word) => /^-[a-z]*d|^--delete$/.test(word))
  const source = set(from)
  const target = set(to)
  if (source.length === 0 || source.length > 300) return hole('decoded')
  return [...stdin]
    .map((char) => {
      const at = source.indexOf(char)
      if (at < 0) return char
      return deletes ? '' : (target[Math.min(at, target.length - 1)] ?? char)
    })
    .join('')
}

const set = (text: string): string[] => [
  ...unescaped(text).replace(/(.)-(.)/gsu, (all, first: string, last: string) => {
    const from = first.codePointAt(0) ?? 0
    const count = (last.codePointAt(0) ?? 0) - from
    return count > 0 && count < 256
      ? Array.from({ length: count + 1 }, (_, step) => String.fromCodePoint(from + step)).join('')
      : all
  }),
]

/** A download to a file prints nothing. */
function download({ argv }: Call): string {
  const toFile = argv.some((word) => /^(?:-o|-O|--output|--output-document|--remote-name)/.test(word))
  return toFile && !argv.some((word) => word === '-' || word === '-O-' || word === '/dev/stdout') ? '' : hole('remote')
}

function temporary({ argv }: Call): string {
  const at = argv.findIndex((word) => word === '-p' || word.startsWith('--tmpdir='))
  const directory = at < 0 ? '/tmp' : (argv[at]?.split('=')[1] ?? argv[at + 1] ?? '/tmp')
  return `${directory}/tmp.made`
}

/** Names the program or path it is given. */
function named({ argv }: Call): string {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'))
  return words[0] ?? hole('output')
}
