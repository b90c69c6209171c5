/** Languages whose news can be asked for: locale and country of Google News, market of Bing, name of GDELT. */
export const NEWS_LANGUAGES: ReadonlyMap<string, { hl: string; gl: string; market: string; gdelt: string }> = new Map(
  `ar:ar:EG:arabic bg:bg:BG:bulgarian bn:bn:BD:bengali ca:ca:ES:catalan cs:cs:CZ:czech da:da:DK:danish de:de:DE:german el:el:GR:greek
  en:en-US:US:english es:es:ES:spanish et:et:EE:estonian fi:fi:FI:finnish fr:fr:FR:french he:he:IL:hebrew hi:hi:IN:hindi
  hr:hr:HR:croatian hu:hu:HU:hungarian id:id:ID:indonesian it:it:IT:italian ja:ja:JP:japanese ko:ko:KR:korean
  lt:lt:LT:lithuanian lv:lv:LV:latvian ms:ms:MY:malay nl:nl:NL:dutch no:no:NO:norwegian pl:pl:PL:polish pt:pt-BR:BR:portuguese
  ro:ro:RO:romanian ru:ru:RU:russian sk:sk:SK:slovak sl:sl:SI:slovenian sr:sr:RS:serbian sv:sv:SE:swedish ta:ta:IN:tamil
  th:th:TH:thai tr:tr:TR:turkish uk:uk:UA:ukrainian vi:vi:VN:vietnamese zh:zh-CN:CN:chinese`
    .split(/\s+/)
    .map((entry): [string, { hl: string; gl: string; market: string; gdelt: string }] => {
      const [code = '', hl = '', gl = '', gdelt = ''] = entry.split(':')
      return [code, { hl, gl, market: `${code}-${gl}`, gdelt }]
    }),
)
