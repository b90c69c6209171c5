/** Two-letter countries (lower case) with the language their results are asked in, and DuckDuckGo's name for the pair. */
export const REGIONS: ReadonlyMap<string, { lang: string; ddg: string }> = new Map(
  `ae:ar:xa-ar ar:es:ar-es at:de:at-de au:en:au-en be:nl:be-nl bg:bg:bg-bg br:pt:br-pt ca:en:ca-en ch:de:ch-de cl:es:cl-es
  cn:zh:cn-zh co:es:co-es cz:cs:cz-cs de:de:de-de dk:da:dk-da ee:et:ee-et eg:ar:xa-ar es:es:es-es fi:fi:fi-fi fr:fr:fr-fr
  gb:en:uk-en gr:el:gr-el hk:zh:hk-tzh hr:hr:hr-hr hu:hu:hu-hu id:id:id-id ie:en:ie-en il:he:il-he in:en:in-en it:it:it-it
  jp:ja:jp-jp kr:ko:kr-kr lt:lt:lt-lt lv:lv:lv-lv mx:es:mx-es my:ms:my-ms nl:nl:nl-nl no:no:no-no nz:en:nz-en pe:es:pe-es
  ph:en:ph-en pk:en:pk-en pl:pl:pl-pl pt:pt:pt-pt ro:ro:ro-ro rs:sr:wt-wt ru:ru:ru-ru sa:ar:xa-ar se:sv:se-sv sg:en:sg-en
  si:sl:sl-sl sk:sk:sk-sk th:th:th-th tr:tr:tr-tr tw:zh:tw-tzh ua:uk:ua-uk us:en:us-en vn:vi:vn-vi za:en:za-en`
    .split(/\s+/)
    .map((entry): [string, { lang: string; ddg: string }] => {
      const [country = '', lang = '', ddg = ''] = entry.split(':')
      return [country, { lang, ddg }]
    }),
)
