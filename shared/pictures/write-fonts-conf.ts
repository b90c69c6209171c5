import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Bundled font packages and weights: Latin, Cyrillic, Greek and Hebrew in three styles, then other scripts. */
const FACES: readonly [manifest: string, weights: readonly string[]][] = [
  [import.meta.resolve('@expo-google-fonts/arimo'), ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']],
  [import.meta.resolve('@expo-google-fonts/tinos'), ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']],
  [import.meta.resolve('@expo-google-fonts/cousine'), ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']],
  [import.meta.resolve('@expo-google-fonts/noto-naskh-arabic'), ['400Regular', '700Bold']],
  [import.meta.resolve('@expo-google-fonts/noto-sans-devanagari'), ['400Regular', '700Bold']],
  [import.meta.resolve('@expo-google-fonts/noto-sans-thai'), ['400Regular', '700Bold']],
  [import.meta.resolve('@expo-google-fonts/chocolate-classical-sans'), ['400Regular']],
  [import.meta.resolve('@expo-google-fonts/biz-udpgothic'), ['400Regular', '700Bold']],
  [import.meta.resolve('@expo-google-fonts/nanum-gothic'), ['400Regular', '700Bold']],
  [import.meta.resolve('@expo-google-fonts/noto-color-emoji'), ['400Regular']],
]

/** Font names that pages request, mapped to a bundled font with the same metrics. */
const STAND_INS: readonly [font: string, names: readonly string[]][] = [
  ['Arimo', ['Arial', 'Helvetica', 'Liberation Sans', 'sans-serif', 'system-ui', 'ui-sans-serif']],
  ['Tinos', ['Times New Roman', 'Times', 'Liberation Serif', 'serif', 'ui-serif']],
  ['Cousine', ['Courier New', 'Courier', 'Liberation Mono', 'monospace', 'ui-monospace']],
  ['Noto Color Emoji', ['emoji', 'Apple Color Emoji', 'Segoe UI Emoji']],
]

/** Fallback fonts for missing characters, in this order. */
const FALLBACKS = [
  'Arimo',
  'Noto Color Emoji',
  'Noto Naskh Arabic',
  'Chocolate Classical Sans',
  'Nanum Gothic',
  'BIZ UDPGothic',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
]

/**
 * Writes a fontconfig file with the bundled fonts only, so that screenshots do not depend on the machine. Returns its
 * path. The font cache is kept in the same folder.
 */
export async function writeFontsConf(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'fonts.conf')
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, fontsConf(join(folder, 'fonts-cache')))
  await rename(draft, path)
  return path
}

function fontsConf(cache: string): string {
  const folders = FACES.flatMap(([entry, weights]) =>
    weights.map((weight) => `<dir>${escapeXml(join(dirname(fileURLToPath(entry)), weight))}</dir>`),
  )
  const standIns = STAND_INS.flatMap(([font, names]) =>
    names.map((name) => `<alias binding="same">${family(name)}<prefer>${family(font)}</prefer></alias>`),
  )
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.join('\n')}
<cachedir>${escapeXml(cache)}</cachedir>
${standIns.join('\n')}
${fallback('<test name="lang" compare="contains"><string>ja</string></test>', ['BIZ UDPGothic'])}
${fallback('', FALLBACKS)}
</fontconfig>
`
}

const family = (name: string) => `<family>${escapeXml(name)}</family>`

const fallback = (test: string, fonts: readonly string[]) =>
  `<match target="pattern">${test}<edit name="family" mode="append_last" binding="weak">${fonts
    .map((font) => `<string>${escapeXml(font)}</string>`)
    .join('')}</edit></match>`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
