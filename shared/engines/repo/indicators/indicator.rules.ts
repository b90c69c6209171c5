import type { Indicator } from './indicator.ts'

/** A sign in the text of a file. Patterns are linear: bounded repetition of classes only. */
export type TextRule = {
  id: string
  code: string
  severity: Indicator['severity']
  /** Paths it is looked for in. */
  files: RegExp
  pattern: RegExp
  message: string
}

const SCRIPTS = /\.(?:[cm]?[jt]sx?|py|rb|php|pl|ps1|sh|bash|zsh)$|(?:^|\/)(?:setup\.py|Makefile|Dockerfile|build\.rs)$/i
const JS = /\.(?:[cm]?[jt]sx?)$/i

/** What a lifecycle script of a package may do; `files` is not looked at. */
export const lifecycleRules: readonly TextRule[] = [
  {
    id: 'lifecycle.pipe-to-shell',
    code: 'install_script_network',
    severity: 'critical',
    files: /./,
    pattern:
      /\b(?:curl|wget|fetch|iwr|Invoke-WebRequest|irm)\b[^\n]{0,300}?(?:\||;|&&)\s{0,10}(?:sudo\s{1,5})?(?:ba|z|da|k)?sh\b|\b(?:iex|Invoke-Expression)\b/i,
    message: 'A script that runs by itself on install downloads something and runs it.',
  },
  {
    id: 'lifecycle.decode-to-shell',
    code: 'install_script_network',
    severity: 'critical',
    files: /./,
    pattern:
      /base64\s{1,5}(?:-d|-D|--decode)\b[^\n]{0,200}\|\s{0,10}(?:ba|z|da)?sh\b|Buffer\.from\([^\n]{0,300}base64[^\n]{0,200}eval|eval[^\n]{0,100}Buffer\.from/i,
    message: 'A script that runs by itself on install decodes something hidden and runs it.',
  },
  {
    id: 'lifecycle.download',
    code: 'install_script_network',
    severity: 'high',
    files: /./,
    pattern:
      /\b(?:curl|wget|Invoke-WebRequest)\b[^\n]{0,200}https?:|node\s{1,5}-e\b[^\n]{0,300}https?:|python3?\s{1,5}-c\b[^\n]{0,300}(?:urllib|requests|https?:)/i,
    message: 'A script that runs by itself on install reaches out to the network.',
  },
]

export const textRules: readonly TextRule[] = [
  {
    id: 'js.eval-decoded',
    code: 'obfuscated_eval',
    severity: 'critical',
    files: JS,
    pattern:
      /\b(?:eval|Function)\s{0,4}\(\s{0,10}(?:atob|unescape|decodeURIComponent|Buffer\.from|new\s{1,4}Buffer)\s{0,4}\([^\n]{0,400}/,
    message: 'Code is decoded from a hidden text and run.',
  },
  {
    id: 'js.hex-names',
    code: 'obfuscated_code',
    severity: 'high',
    files: JS,
    pattern: /(?:_0x[a-f0-9]{4,8}\b[^\n]{0,80}){6}/,
    message: 'The code was passed through an obfuscator.',
  },
  {
    id: 'py.exec-decoded',
    code: 'obfuscated_eval',
    severity: 'critical',
    files: /\.py$/i,
    pattern:
      /\b(?:exec|eval)\s{0,4}\(\s{0,10}(?:compile\s{0,4}\(\s{0,10})?(?:__import__\s{0,4}\(\s{0,4}['"](?:base64|zlib|codecs|marshal)['"]\)|base64|zlib|codecs|marshal|bytes\.fromhex|binascii)\s{0,4}\.?[^\n]{0,400}/,
    message: 'Code is decoded from a hidden text and run.',
  },
  {
    id: 'py.setup-network',
    code: 'install_script_network',
    severity: 'critical',
    files: /(?:^|\/)setup\.py$/i,
    pattern:
      /\b(?:urllib\.request|urlopen|requests\.(?:get|post)|http\.client|socket\.socket)\b[^\n]{0,200}|os\.system\s{0,4}\([^\n]{0,200}(?:curl|wget)/,
    message: 'setup.py reaches out to the network, and it runs by itself on install.',
  },
  {
    id: 'php.eval-decoded',
    code: 'obfuscated_eval',
    severity: 'critical',
    files: /\.php$/i,
    pattern: /\beval\s{0,4}\(\s{0,10}(?:base64_decode|gzinflate|gzuncompress|str_rot13)\s{0,4}\([^\n]{0,300}/i,
    message: 'Code is decoded from a hidden text and run.',
  },
  {
    id: 'ps.encoded',
    code: 'obfuscated_eval',
    severity: 'high',
    files: SCRIPTS,
    pattern: /\bpowershell(?:\.exe)?\b[^\n]{0,100}-e(?:nc|ncodedcommand)?\s{1,5}[A-Za-z0-9+/=]{40,}/i,
    message: 'PowerShell is started with an encoded command.',
  },
  {
    id: 'any.reverse-shell',
    code: 'reverse_shell',
    severity: 'critical',
    files: SCRIPTS,
    pattern: /\/dev\/tcp\/[\w.$-]{3,100}\/\d{2,5}|\bnc\b[^\n]{0,60}\s-e\s{0,5}\/bin\/(?:ba)?sh/,
    message: 'A shell is handed to somebody on the network.',
  },
  {
    id: 'any.wallet-theft',
    code: 'credential_theft',
    severity: 'high',
    files: SCRIPTS,
    pattern:
      /(?:Login Data|Local Storage\/leveldb|\.ssh\/id_(?:rsa|ed25519)|\.aws\/credentials|wallet\.dat|nkbihfbeogaeaoehlefnkodbefgpgknn)[^\n]{0,300}(?:https?:|fetch\(|axios|request|post|upload)/i,
    message: 'Keys or wallets of whoever runs it are read next to a request to the network.',
  },
  {
    id: 'any.bidi',
    code: 'hidden_characters',
    severity: 'high',
    files: SCRIPTS,
    pattern: /[\u202A-\u202E\u2066-\u2069]/,
    message: 'Characters that turn the direction of text make the code read otherwise than it runs (CVE-2021-42574).',
  },
]

/** Files that are no source and that nobody can read. */
export const BINARY = /\.(?:exe|dll|so|dylib|node|bin|o|a|lib|class|jar|pyc|pyd|elf|apk|msi|scr|com)$/i
