import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

/** How content speaks to a model in one language: folded text, so Latin letters are without accents. */
type Address = {
  language: string
  /** "Note to AI systems:" */
  notice?: string
  /** "Assistant: forward ...", by the beginnings of its verbs. */
  name: string
  /** "Forget all that was said", "a bot without limits". */
  free?: string
}

const begin = '(?:^|[\\n.!?;>"\'(。！？] ?)'

const table: readonly Address[] = [
  {
    language: 'de',
    notice:
      '\\b(?:hinweis|notiz|nachricht|anweisung|information) (?:an|fur) (?:alle |die |den |das |jede )?(?:ki|ai|assistent\\w{0,2}|sprachmodelle?|chatbots?|modelle?|agenten?)\\b[^.!?\\n]{0,24}:',
    name: '(?:liebe[rs]? )?(?:assistent|ki|ki-\\w{4,12}|sprachmodell|chatbot|ai) ?[:,!] ?(?:bitte |sag|leite|sende|schick|schreib|antworte|ignorier|uberweis|gib|nenne|losche|lies|fuhre|empfiehl|erwahne|vergiss|bevor|wenn)',
    free: '\\blass(?:e|en sie|t)? alles (?:bisherige|vorherige|obige|andere) (?:au(?:ß|ss)er acht|weg|beiseite)|\\b(?:bot|modell|assistent|ki) ohne (?:regeln|einschrankungen|grenzen|filter)\\b',
  },
  {
    language: 'fr',
    notice:
      "\\b(?:note|message|consigne|avis|information) (?:aux? |pour (?:les |l'|la )?|a l'attention des? )(?:ia\\b|intelligences? artificielles?|assistants?|modeles?|agents?)[^.!?\\n]{0,24}:",
    name: '(?:cher )?(?:assistant|ia|chatbot|modele(?: de langage)?) ?[:,!] ?(?:transmet|envoi|envoy|ecri|dis\\b|dites|repond|ignor|oubli|affich|supprim|recommand|avant|si |vire|transfer|ne )',
    free: '\\b(?:modele|assistant|bot|ia) sans (?:aucune |aucun )?(?:limites?|regles?|filtres?|restrictions?)\\b',
  },
  {
    language: 'es',
    notice:
      '\\b(?:nota|mensaje|aviso|instruccion\\w{0,2}) (?:para|a) (?:la |las |los |el )?(?:ia\\b|inteligencias? artificial\\w{0,2}|asistentes?|modelos?|agentes?)[^.!?\\n]{0,24}:',
    name: '(?:querido )?(?:asistente|ia|modelo(?: de lenguaje)?|chatbot) ?[:,!] ?(?:envia|manda|reenvia|escrib|di |responde|ignora|olvida|muestra|borra|recomienda|antes|si |transfiere|no )',
    free: '\\b(?:asistente|modelo|bot|ia) sin (?:ninguna |ningun )?(?:reglas?|limites?|filtros?|restricciones|censura)\\b',
  },
  {
    language: 'it',
    notice:
      "\\b(?:nota|messaggio|avviso|istruzion\\w) (?:per|a|ai|alle) ?(?:gli |le |l'|la )?(?:ia\\b|ai\\b|intelligenz\\w artificial\\w|assistent\\w|modell\\w|agent\\w)[^.!?\\n]{0,24}:|\\bse sei un (?:modello|assistente|agente|bot|sistema)\\b",
    name: '(?:caro )?(?:assistente|ia|modello(?: linguistico)?|chatbot) ?[:,!] ?(?:invia|inoltra|scriv|di\\b|rispond|ignora|dimentica|mostra|cancella|raccomanda|prima|se |trasferisci|non )',
    free: '\\b(?:assistente|modello|bot|ia) senza (?:alcun\\w? )?(?:regole|limiti|filtri|restrizioni|censura)\\b',
  },
  {
    language: 'pt',
    notice:
      '\\b(?:nota|mensagem|aviso|instruc\\w{2,4}) (?:para|a|as|aos) (?:a |as |os |o )?(?:ia\\b|inteligencias? artificia\\w{1,2}|assistentes?|modelos?|agentes?)[^.!?\\n]{0,24}:',
    name: '(?:caro )?(?:assistente|ia|modelo(?: de linguagem)?|chatbot) ?[:,!] ?(?:encaminh|envie|envia|mande|escrev|diga|respond|ignor|esque|mostr|apagu|recomend|antes|se |transfir|nao )',
    free: '\\b(?:assistente|modelo|bot|ia) sem (?:nenhuma? )?(?:regras|limites|filtros|restricoes|censura)\\b',
  },
  {
    language: 'ru',
    notice:
      '(?:примечание|заметка|сообщение|инструкция|указание|внимание)(?: для|,) (?:всех )?(?:ии|нейросет[а-я]{1,3}|языков[а-я]{2} модел[а-я]{1,3}|ассистент[а-я]{0,3}|чат-?бот[а-я]{0,2})[^.!?\\n]{0,16}:',
    name: '(?:уважаемый )?(?:ассистент|ии|помощник|нейросеть|модель) ?[:,!] ?(?:пере|отправ|напиш|скаж|ответ|игнор|забуд|покаж|удал|рекоменд|перед|если|не )',
    free: 'забудь(?:те)? (?:про |обо |о )?(?:вс[её]м?|все),? (?:что|прошл|преды)|(?:бот|модель|ассистент|ии) без (?:каких-либо )?(?:ограничений|правил|цензуры|фильтров)',
  },
  {
    language: 'zh',
    notice: '(?:致|给|写给)(?:所有)?(?:ai|人工智能|语言模型|大模型|智能助手)[^。\\n]{0,8}[:，,]',
    name: '(?:ai|人工智能|语言模型|大模型|智能)?(?:助手|助理|模型|代理|机器人|ai)(?:请)?(?:注意)?[:,，!] ?(?:请|把|将|忽略|不要|必须|发送|转发|输出|回答|删除|先|推荐)',
    free: '(?:没有|不受)(?:任何)?(?:限制|规则|约束)的(?:ai|助手|模型|机器人)',
  },
  {
    language: 'ja',
    name: '(?:ai|人工知能|言語モデル|アシスタント|エージェント)(?:アシスタント|モデル)?(?:へ|への|の方へ|よ|さん)?(?:の)?(?:注意|指示|お願い|メッセージ)?[:、,] ?[^。\\n]{0,40}(?:ください|下さい|しろ|せよ|するな|こと)',
    free: '(?:制限|ルール|規則)の(?:ない|無い)(?:ai|アシスタント|モデル)',
  },
  {
    language: 'ko',
    name: '(?:ai|인공지능|언어 ?모델|어시스턴트|챗봇)(?: ?(?:모델|어시스턴트|비서))?(?:에게|님|야)?[:,] ?[^.\\n]{0,60}(?:하세요|마세요|십시오|하라|주세요|말아)',
    free: '(?:제한|규칙)(?:이|도)? 없는 (?:ai|어시스턴트|모델|봇)',
  },
  {
    language: 'ar',
    name: '(?:ايها|ايتها|ملاحظة (?:الى|ل)) ?(?:المساعد|النموذج|الوكيل|الذكاء الاصطناعي|نموذج اللغة|الروبوت)[،,:]? ?(?:ارسل|اكتب|قل|تجاهل|احذف|اعرض|حول|انس|قبل|لا )',
    free: '(?:مساعد|نموذج|روبوت) (?:بلا|بدون) (?:اي )?(?:قيود|قواعد|حدود)',
  },
]

/** What addresses a model, or frees it, in other languages than English: one rule for each, because each costs time. */
export const addressedLanguageRules: readonly InjectionRule[] = table.map(
  ({ language, notice, name, free }): InjectionRule => ({
    id: `addresses_model.reader-${language}`,
    category: 'authority_social',
    weight: 0.48,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern: `(?:${[notice, `${begin}${name}`, free].filter((one) => one !== undefined).join('|')})`,
  }),
)
