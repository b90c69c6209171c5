import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

/** What an order to ignore is made of in one language; folded text, so Latin letters are without accents. */
type Words = {
  language: string
  /** Verbs of ignoring, as orders. */
  ignore: string
  /** What a model is told: instructions, orders, rules. */
  orders: string
  /** Earlier, above, all, your. */
  earlier: string
  /** What a text is: page, résumé, function, contents. */
  content?: string
  /** To say, to state. */
  say?: string
  /** The verb comes last, as in Japanese, Korean, Hindi and Turkish. */
  verbLast?: true
}

const spaced = '[^.!?\\n]{0,40}?'
const joined = '[^。！？!?\\n]{0,28}?'

const table: readonly Words[] = [
  {
    language: 'de',
    ignore:
      '\\b(?:ignorier(?:e|en|t)|vergiss|vergessen sie|vergesst|missachte|beachte(?:n sie)?|umgehe|uberschreibe|verwirf|lass|hore? nicht auf|horen sie nicht auf|befolge nicht)',
    orders:
      '(?:anweisung(?:en)?|befehle?n?|auftrage?n?|auftrag|aufgaben?|regeln|vorgaben|instruktion(?:en)?|prompts?|richtlinien|kommandos?|nachrichten|anordnung(?:en)?|gesagte|gesprach)\\b',
    earlier:
      '(?:vorherig\\w{0,2}|vorangehend\\w{0,2}|vorangegangen\\w{0,2}|bisherig\\w{0,2}|obig\\w{0,2}|fruher\\w{0,2}|alles?n?|davor|zuvor|vorher|deine|ursprunglich\\w{0,2})\\b',
    content: '(?:webseite|seite|lebenslauf|funktion|inhalte?|texte?|dokument|e-?mail|artikel|frage|daten)\\b',
    say: '\\b(?:sag(?:e|en)?|gib|geben|schreib(?:e|en)?|antworte|erklare|zeige|nenne|behaupte|gebe)\\b',
  },
  {
    language: 'es',
    ignore:
      '\\b(?:ignor(?:a|e|en|ad|ar)|olvid(?:a|e|ate|en|ar)(?: de)?|omit(?:e|a|ir)|desatiende|descarta|no (?:sigas|hagas caso|obedezcas|prestes atencion))\\b',
    orders: '(?:instruccion(?:es)?|ordenes|indicaciones|reglas|mensajes|comandos|tareas|directrices|restricciones)\\b',
    earlier: '(?:anterior(?:es)?|previ[oa]s?|todas?|tus|de arriba|iniciales|dicho antes|hasta ahora)\\b',
    content:
      '(?:pagina(?: web)?|curriculum|resumen|funcion|contenidos?|texto|documento|correo|articulo|codigo|datos)\\b',
    say: '\\b(?:di|diga|declar[ae]|indi(?:ca|que)|afirm[ae]|escrib[ae]|muestr[ae]|responde|imprim[ae]|se(?:n|ñ)al[ae]|menciona|estado)\\b',
  },
  {
    language: 'fr',
    ignore:
      '\\b(?:ignore[rzs]?|ignorer|oublie[rzs]?|neglige[rz]?|ne (?:tiens|tenez) pas compte|ne (?:suis|suivez) pas|outrepasse[rz]?|contourne[rz]?)\\b',
    orders: '(?:instructions?|consignes?|ordres?|directives?|regles?|messages?|commandes?|taches?|invites?)\\b',
    earlier: '(?:precedent(?:e|es|s)?|anterieur(?:e|es|s)?|ci-dessus|toutes?|tous|tout|tes|vos|initiales?|avant)\\b',
    content: '(?:page(?: web)?|cv|fonction|contenus?|texte|document|e-?mail|article|code|donnees)\\b',
    say: '\\b(?:indique[rz]?|dis|dites|affirme[rz]?|declare[rz]?|ecri(?:s|vez)|reponde?z?|affiche[rz]?|imprime[rz]?|mentionne[rz]?|etat)\\b',
  },
  {
    language: 'it',
    ignore:
      '\\b(?:ignora(?:re|te)?|dimentica(?:re|te)?|trascura(?:re|te)?|non (?:seguire|considerare|ascoltare)|scarta)\\b',
    orders: '(?:istruzion[ei]|ordini|comandi|regole|indicazioni|direttive|messaggi|compiti)\\b',
    earlier: '(?:precedent[ei]|sopra|tutt[eoi]|tue|iniziali|finora|prima)\\b',
    content: '(?:pagina(?: web)?|curriculum|funzione|contenut[oi]|testo|documento|e-?mail|articolo|codice)\\b',
    say: '\\b(?:di|dichiara(?:re)?|indica(?:re)?|afferma(?:re)?|scriv[ie]|rispondi|stampa|mostra|dire|stato)\\b',
  },
  {
    language: 'pt',
    ignore:
      '\\b(?:ignor(?:e|ar|a|em)|esquec(?:a|er|am|e)|desconsider(?:e|ar|a)|desprez(?:e|ar)|nao (?:siga|obedeca))\\b',
    orders: '(?:instruc(?:oes|ao)|ordens|regras|comandos|mensagens|diretrizes|tarefas|orientacoes)\\b',
    earlier: '(?:anterior(?:es)?|previ[oa]s?|acima|todas?|suas|iniciais|ate agora|antes)\\b',
    content: '(?:pagina(?: da web)?|curriculo|funcao|conteudos?|texto|documento|e-?mail|artigo|codigo)\\b',
    say: '\\b(?:diga|declar[ea]|indi(?:que|ca)|afirm[ea]|escrev[ae]|responda|imprima|mostre|dizer|estado)\\b',
  },
  {
    language: 'nl',
    ignore: '\\b(?:negeer|vergeet|sla over|volg niet)\\b',
    orders: '(?:instructies?|opdrachten|regels|bevelen|berichten|richtlijnen|aanwijzingen)\\b',
    earlier: '(?:vorige|eerdere|bovenstaande|voorgaande|alle|je)\\b',
    content: '(?:webpagina|pagina|cv|functie|inhoud|tekst|document|e-?mail|code)\\b',
    say: '\\b(?:zeg|schrijf|vermeld|antwoord|toon|geef|stel|verklaar)\\b',
  },
  {
    language: 'pl',
    ignore: '\\b(?:zignoruj|ignoruj|zapomnij|pomin|nie zwracaj uwagi na|odrzuc)\\b',
    orders: '(?:instrukcj\\w{1,3}|polecen\\w{1,3}|zasad\\w{0,2}|wytyczn\\w{1,3}|wiadomos\\w{1,3}|rozkaz\\w{0,2})\\b',
    earlier: '(?:poprzedni\\w{0,3}|wszystki\\w{1,3}|wczesniejsz\\w{1,3}|powyzsz\\w{1,3}|swoj\\w{0,3})\\b',
    content: '(?:stron\\w{1,2}|zyciorys|funkcj\\w{1,2}|tresc|tekst|dokument|kod)\\b',
    say: '\\b(?:powiedz|napisz|stwierdz|podaj|odpowiedz|wypisz)\\b',
  },
  {
    language: 'vi',
    ignore: '\\b(?:bo qua|quen(?: het| di)?|phot lo|lam ngo|khong (?:quan tam|lam theo))\\b',
    orders: '(?:huong dan|chi dan|chi thi|menh lenh|lenh|quy tac|tin nhan|yeu cau)\\b',
    earlier: '(?:truoc(?: do| day)?|o tren|tat ca|moi|phia tren)\\b',
    content: '(?:trang web|so yeu ly lich|ham|noi dung|van ban|tai lieu|ho so|chuc nang)\\b',
    say: '\\b(?:noi|hay noi|viet|tuyen bo|tra loi|khang dinh|cho biet|chi ra|neu|nha nuoc)\\b',
  },
  {
    language: 'id',
    ignore: '\\b(?:abaikan|lupakan|hiraukan|jangan ikuti)\\b',
    orders: '(?:instruksi|perintah|petunjuk|arahan|aturan|pesan)\\b',
    earlier: '(?:sebelumnya|di atas|semua|terdahulu)\\b',
    content: '(?:halaman(?: web)?|resume|fungsi|konten|isi|teks|dokumen|kode)\\b',
    say: '\\b(?:katakan|nyatakan|tulis(?:kan)?|tunjukkan|sebutkan|jawab|tampilkan|indikasikan)\\b',
  },
  {
    language: 'tl',
    ignore: '\\b(?:(?:huwag|wag) (?:mong )?pansinin|balewalain|kalimutan|isantabi)\\b',
    orders: '(?:tagubilin|utos|panuto|instruksyon|patakaran|instructions?)\\b',
    earlier: '(?:nakaraang?|nauna(?:ng)?|lahat|sa itaas|dating)\\b',
    content: '(?:webpage|pahina|resume|function|nilalaman|teksto|dokumento|code)\\b',
    say: '\\b(?:sabihin|isulat|sumulat|ipahayag|ilahad|sagutin|sumagot)\\b',
  },
  {
    language: 'ru',
    ignore:
      '(?:игнорируй(?:те)?|проигнорируй(?:те)?|игнорировать|забудь(?:те)?|не обращай(?:те)? внимания|отбрось(?:те)?|пропусти(?:те)?|не следуй(?:те)?)',
    orders:
      '(?:инструкци[ийюям]{1,2}|указани[яйем]{1,2}|правил[ао]?|команд[ыу]?|сообщени[яйе]{1,2}|распоряжени[яй]|задани[яйе]|приказ[ыа]?)',
    earlier: '(?:предыдущ\\S{1,3}|прежн\\S{1,3}|вышеуказанн\\S{1,3}|выше|все[хм]?|прошл\\S{1,3}|ранее|свои)',
    content: '(?:веб-?страниц\\S|страниц\\S|резюме|функци\\S|содержимо\\S|содержани\\S|текст|документ|код)',
    say: '(?:скажи(?:те)?|напиши(?:те)?|укажи(?:те)?|заяви(?:те)?|ответь(?:те)?|выведи(?:те)?|покажи(?:те)?|сообщи(?:те)?|указать)',
  },
  {
    language: 'uk',
    ignore: '(?:ігноруй(?:те)?|проігноруй(?:те)?|забудь(?:те)?|не звертай(?:те)? уваги)',
    orders: '(?:інструкці\\S{1,2}|вказівк\\S|правил\\S?|команд\\S?|наказ\\S?)',
    earlier: '(?:попередн\\S{1,3}|усі|всі|вище)',
  },
  {
    language: 'tr',
    ignore:
      '(?:yok say\\w{0,6}|gormezden gel\\w{0,4}|unut\\w{0,4}|dikkate alma\\w{0,4}|goz ardi et\\w{0,3}|onemseme\\w{0,3})\\b',
    orders:
      '\\b(?:talimat\\w{0,6}|komut\\w{0,6}|yonerge\\w{0,6}|kural\\w{0,6}|mesaj\\w{0,6}|emir\\w{0,6}|yonlendirme\\w{0,6})',
    earlier: '\\b(?:onceki|tum|yukaridaki|butun|daha onceki)\\b',
    content:
      '\\b(?:web sayfasi\\w{0,3}|sayfa\\w{0,3}|ozgecmis\\w{0,3}|fonksiyon\\w{0,3}|islev\\w{0,3}|icerig\\w{0,3}|metn\\w{0,3})',
    say: '\\b(?:soyle\\w{0,6}|belirt\\w{0,8}|yaz\\w{0,4}|de\\b|goster\\w{0,4}|durum)',
    verbLast: true,
  },
  {
    language: 'zh',
    ignore:
      '(?:忽略掉?|忽視|忽视|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|不理会|抛开|拋開|跳过|跳過|不用管|别管|放弃|撤销|覆盖)',
    orders:
      '(?:指示|指令|指引|说明|說明|提示词?|规则|規則|命令|要求|设定|設定|对话|對話|内容|內容|消息|约束|任务|限制)',
    earlier: '(?:以前|之前|先前|前面|上述|上面|以上|所有|全部|原有|原来|此前|一切|你的|系统)',
    content: '(?:网页|網頁|页面|简历|簡歷|履历|函数|功能|内容|內容|文本|文章|文件|代码)',
    say: '(?:说|說|声明|聲明|指出|写|寫|回答|输出|輸出|显示|告诉|表示|打印|状态)',
  },
  {
    language: 'ja',
    ignore: '(?:無視|忘れ|破棄|取り消|従わ(?:ず|ない)|無効に)',
    orders: '(?:指示|命令|プロンプト|ルール|指令|説明|設定|規則|会話|メッセージ|制約|インストラクション)',
    earlier: '(?:以前|前|上記|これまで|すべて|全て|全部|先ほど|今まで|あなた)',
    content: '(?:ウェブページ|ページ|履歴書|レジュメ|関数|機能|コンテンツ|内容|テキスト|本文|コード)',
    say: '(?:述べ|言|答え|出力|書い|表示|示し|伝え|印刷|主張|状態)',
    verbLast: true,
  },
  {
    language: 'ko',
    ignore: '(?:무시|잊어|잊고|버리|따르지)',
    orders: '(?:지시|지침|명령|프롬프트|규칙|설명|메시지|대화|안내|인스트럭션)',
    earlier: '(?:이전|위의|위|앞선|앞의|모든|기존|지금까지|당신의)',
    content: '(?:웹 ?페이지|페이지|이력서|함수|기능|내용|텍스트|문서|코드)',
    say: '(?:말하|말해|명시|작성|쓰세|출력|답하|표시|진술|대답|알려|주를)',
    verbLast: true,
  },
  {
    language: 'hi',
    ignore: '(?:अनदेखा|अनदेखी|भूल|नज़रअंदाज|नजरअंदाज|नज़रअंदाज़|नजर अंदाज|उपेक्षा|अनसुना|ध्यान न)',
    orders: '(?:निर्देश\\S{0,4}|आदेश\\S{0,4}|नियम\\S{0,4}|संदेश\\S{0,4}|प्रॉम्प्ट)',
    earlier: '(?:पिछल\\S{1,2}|पहले|पूर्व|उपरोक्त|सभी|अपने|ऊपर)',
    content: '(?:फंक्शन|फ़ंक्शन|वेबपेज|वेब पेज|रिज्यूमे|रेज़्यूमे|सामग्री|पृष्ठ|पाठ|दस्तावेज़?)',
    say: '(?:कह\\S{0,4}|बता\\S{0,4}|लिख\\S{0,4}|संकेत|बोल\\S{0,4}|प्रिंट|स्थिति|राज्य)',
    verbLast: true,
  },
  {
    language: 'bn',
    ignore: '(?:উপেক্ষা|ভুলে|অগ্রাহ্য|এড়িয়ে)',
    orders: '(?:নির্দেশ\\S{0,6}|আদেশ\\S{0,4}|নিয়ম\\S{0,4}|বার্তা\\S{0,4})',
    earlier: '(?:আগের|পূর্ববর্তী|পূর্বের|সব|সমস্ত|উপরের|আপনার)',
    content: '(?:ওয়েবপেজ\\S{0,2}|জীবন ?বৃত্তান্ত|ফাংশন\\S{0,2}|সারসংকলন|বিষয়বস্তু|পৃষ্ঠা|কোড)',
    say: '(?:বল\\S{0,4}|লিখ\\S{0,4}|জানা\\S{0,4}|অবস্থা)',
    verbLast: true,
  },
  {
    language: 'ar',
    ignore: '(?:تجاهل(?:وا|ي)?|انسي?|اهمل|لا تتبع|تغاض)',
    orders: '(?:التعليمات|تعليمات\\S{0,2}|الاوامر|القواعد|الرسائل|التوجيهات|اوامر\\S{0,2})',
    earlier: '(?:السابق\\S{0,2}|جميع|كل|اعلاه|الماضي\\S{0,2})',
    content: '(?:صفحه الويب|صفحة الويب|الصفح\\S|السيره?ة? الذاتي\\S|الوظيف\\S|الداله|الدالة|المحتوي|النص|المستند)',
    say: '(?:قل|اذكر|اكتب|صرح|اعلن|اجب|اطبع|حدد|اشر)',
  },
  {
    language: 'fa',
    ignore: '(?:نادیده بگیر\\S{0,3}|فراموش کن\\S{0,3})',
    orders: '(?:دستور\\S{0,6}|فرمان\\S{0,4}|قوانین)',
    earlier: '(?:قبلی|همه|بالا|پیشین)',
    verbLast: true,
  },
  {
    language: 'th',
    ignore: '(?:ละเว้น|เพิกเฉย|ไม่สนใจ|ลืม|ข้าม|มองข้าม)',
    orders: '(?:คําสั่ง|คำสั่ง|คําแนะนํา|คำแนะนำ|กฎ|ข้อความ)',
    earlier: '(?:ก่อนหน้า|ทั้งหมด|ข้างต้น|ที่ผ่านมา)',
    content: '(?:เว็บเพจ|หน้าเว็บ|ฟังก์ชัน|ประวัติ|เนื้อหา|เรซูเม่|โค้ด)',
    say: '(?:พูด|ระบุ|เขียน|บอก|ตอบ|แสดง|กล่าว)',
  },
]

const isJoined = ({ language }: Words) => ['zh', 'ja', 'th', 'ko'].includes(language)

/** "Ignore the earlier instructions", in the order of the language's words. */
function overrides(words: Words): InjectionRule[] {
  const { language, ignore, orders, earlier, content, say } = words
  const gap = isJoined(words) ? joined : spaced
  const told = `(?:${earlier}${gap}${orders}|${orders}${gap}${earlier})`
  const rules: InjectionRule[] = [
    {
      id: `override_instructions.${language}`,
      category: 'direct_override',
      weight: 0.72,
      language,
      pattern: words.verbLast ? `${told}${gap}${ignore}` : `${ignore}${gap}${told}`,
    },
  ]
  if (content === undefined || say === undefined) return rules
  return [
    ...rules,
    {
      id: `override_content.${language}`,
      category: 'direct_override',
      weight: 0.58,
      language,
      pattern: words.verbLast ? `${content}${gap}${ignore}${gap}${say}` : `${ignore}${gap}${content}${gap}${say}`,
    },
  ]
}

const more: readonly [
  language: string,
  id: string,
  category: InjectionRule['category'],
  weight: number,
  pattern: string,
][] = [
  [
    'de',
    'override_instructions.de-everything',
    'direct_override',
    0.6,
    '\\b(?:vergiss|vergessen sie|ignoriere|vergesst) (?:bitte |nun |jetzt )?alles(?: ,)?(?: was)? ?(?:davor|zuvor|vorher|bisher\\w{0,3}|oben|obige|gesagte|was|\\.|!|,)',
  ],
  [
    'de',
    'override_instructions.de-all',
    'direct_override',
    0.6,
    '\\b(?:vergiss|ignoriere?n?|vergessen sie|ignorieren sie) (?:alle|samtliche|deine|ihre|die) (?:\\w{4,16} )?(?:auftrage|anweisungen|aufgaben|regeln|befehle|instruktionen|richtlinien|vorgaben)\\b',
  ],
  [
    'de',
    'new_instructions.de',
    'direct_override',
    0.5,
    '\\b(?:deine|ihre) neue (?:aufgabe|anweisung|rolle)|konzentrier(?:e|en) (?:dich|sie sich) (?:jetzt |nun )?auf (?:deine|ihre|die) neue',
  ],
  [
    'de',
    'reveal_secrets.de',
    'system_prompt_leak',
    0.52,
    '\\b(?:zeig(?:e|en)?|gib|verrat(?:e|en)?|nenn(?:e|en)?|druck(?:e|en)?|schreib(?:e|en)?|wiederhol(?:e|en)?|wie laute[nt]|was (?:ist|sind|steht in)|enthulle)\\b[^.!?\\n]{0,40}\\b(?:system-?prompts?|prompt-?texte?s?|prompts?|(?:deine|ihre|die) (?:ursprungliche\\w? |genaue\\w? |internen? |geheimen? )?(?:anweisungen|instruktionen|vorgaben))\\b',
  ],
  [
    'de',
    'from_now_on.de',
    'role_impersonation',
    0.46,
    '\\b(?:(?:du bist|sie sind) (?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun) an|fortan|nun|jetzt) (?:kein\\w{0,2}|nicht (?:mehr|langer)|mein\\w{0,2}|ein\\w{0,2}) (?:[a-z-]{3,16} ){0,2}(?:ki|assistent\\w{0,2}|chatbot|sprachmodell|bot|hacker|pirat|journalist|terminal|modell)\\b|(?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun) an) (?:antwort\\w{1,3}|sprich|sprechen|schreib\\w{0,2}|verhalt\\w{0,3}|nenn\\w{0,2}|gib|geben|befolg\\w{0,2}|ignorier\\w{0,2}) (?:du|sie|mir|mich|nur|immer|ausschliesslich|ausschließlich|alle)\\b|ich mochte,? dass (?:du|sie) (?:(?:ab jetzt |nun |jetzt )?als [^.!?\\n]{2,40} (?:agierst|agieren|handelst|handeln|antwortest|antworten|auftrittst|auftreten)|so (?:tust|tun),? als))',
  ],
  [
    'de',
    'output_only.de',
    'direct_override',
    0.46,
    '\\b(?:gib|schreib(?:e|en sie)?|sag(?:e|en sie)?|antworte(?:n sie)?|geben sie|drucke?) (?:jetzt |nun |stattdessen |einfach |bitte ){1,3}(?:nur |lediglich |ausschliesslich |ausschließlich )?["\\\'„»][^"\\\'“«\\n]{2,80}',
  ],
  [
    'de',
    'addresses_model.de',
    'authority_social',
    0.45,
    '\\b(?:ich bin (?:dein|ihr) (?:entwickler|administrator|schopfer|chef|programmierer))\\b[^\\n]{0,100}\\b(?:gib|geben|sag|ignorier|zeig|systemcheck|test|passwort|ausgabe|heraus)',
  ],
  [
    'es',
    'override_instructions.es-everything',
    'direct_override',
    0.58,
    '\\b(?:ignora|olvida|olvidate de|ignore|olvide) (?:todo|cualquier cosa)(?: lo)?(?: que)? ?(?:anterior|de antes|dicho|te (?:he|han)|sabes|previo|de arriba)',
  ],
  [
    'es',
    'reveal_secrets.es',
    'system_prompt_leak',
    0.52,
    '\\b(?:revela|muestra(?:me)?|dime|imprime|repite|escribe|dame|cuales son|cual es|comparte|ensename)\\b[^.!?\\n]{0,40}\\b(?:prompt (?:del|de) sistema|system prompt|(?:tus|sus) (?:\\w{5,12} )?instrucciones|prompt inicial|prompt)\\b',
  ],
  [
    'es',
    'addresses_model.es',
    'authority_social',
    0.42,
    '\\bse (?:te|le) ha(?:n)? (?:instruido|ordenado|indicado|pedido|autorizado|dado instrucciones)(?: a| para| de)? ',
  ],
  [
    'es',
    'send_data.es',
    'data_exfiltration',
    0.42,
    '\\b(?:envia|manda|reenvia)(?:r|los|las|lo|la|me)?\\b[^.!?\\n]{0,48}\\b(?:a|al) [\\w.+-]{1,40}@',
  ],
  [
    'fr',
    'override_instructions.fr-everything',
    'direct_override',
    0.58,
    '\\b(?:oublie[zs]?|ignore[zs]?) (?:tout|toutes? choses?)(?: ce)?(?: qui| que)? ?(?:precede|ce qui|avant|ci-dessus|je t|on t|vous|tu)',
  ],
  [
    'fr',
    'reveal_secrets.fr',
    'system_prompt_leak',
    0.52,
    '\\b(?:revele[zs]?|montre[zs]?(?:-moi)?|affiche[zs]?|donne[zs]?(?:-moi)?|repete[zs]?|imprime[zs]?|quel(?:le)?s? (?:est|sont)|dis(?:-moi)?)\\b[^.!?\\n]{0,40}\\b(?:prompt (?:systeme|du systeme|initial)|(?:tes|vos) (?:\\w{5,12} )?(?:instructions|consignes)|invite systeme)\\b',
  ],
  [
    'it',
    'reveal_secrets.it',
    'system_prompt_leak',
    0.5,
    '\\b(?:rivela|mostra(?:mi)?|stampa|dimmi|ripeti|quali sono|qual e)\\b[^.!?\\n]{0,40}\\b(?:prompt di sistema|system prompt|(?:le )?tue (?:\\w{5,12} )?istruzioni)\\b',
  ],
  [
    'pt',
    'reveal_secrets.pt',
    'system_prompt_leak',
    0.5,
    '\\b(?:revele|mostre(?:-me)?|imprima|diga(?:-me)?|repita|quais sao|qual e)\\b[^.!?\\n]{0,40}\\b(?:prompt do sistema|system prompt|(?:as )?suas (?:\\w{5,12} )?instrucoes)\\b',
  ],
  [
    'ru',
    'reveal_secrets.ru',
    'system_prompt_leak',
    0.52,
    '(?:покажи(?:те)?|раскрой(?:те)?|выведи(?:те)?|повтори(?:те)?|напиши(?:те)?|назови(?:те)?|какие|каков)[^.!?\\n]{0,40}(?:системн\\S{2,3} (?:промпт|подсказк|инструкци|запрос)|твои инструкции|ваши инструкции|твой промпт)',
  ],
  [
    'ru',
    'addresses_model.ru',
    'authority_social',
    0.5,
    '(?:ты|вы) (?:должен|должны|обязан\\S?)[^.!?\\n]{0,24}(?:слушать|выполнять|подчиняться|следовать)[^.!?\\n]{0,16}(?:мои|моим|мне)',
  ],
  [
    'zh',
    'override_instructions.zh-everything',
    'direct_override',
    0.58,
    '(?:忘记|忘記|忘掉|忽略|无视|無視)(?:掉)?(?:以上|之前|上面|前面|先前|此前)(?:的)?(?:一切|所有|全部|内容|话|對話|对话)?',
  ],
  [
    'zh',
    'reveal_secrets.zh',
    'system_prompt_leak',
    0.52,
    '(?:显示|顯示|告诉我|告訴我|输出|輸出|打印|重复|重複|展示|泄露|透露|给我|說出|说出|列出)[^。！？\\n]{0,12}(?:系统提示|系統提示|提示词|提示詞|系统指令|你的指令|你的提示|初始指令|初始提示|你的设定)',
  ],
  [
    'ja',
    'reveal_secrets.ja',
    'system_prompt_leak',
    0.55,
    '(?:システム ?プロンプト|初期プロンプト|あなたの(?:指示|命令|プロンプト|設定))[^。！？\\n]{0,10}(?:見せ|教え|表示|出力|公開|開示|示し|明かし|繰り返)',
  ],
  [
    'ja',
    'reveal_secrets.ja-mixed',
    'system_prompt_leak',
    0.5,
    '(?:reveal|show|print)(?:してください|して|せよ)[^。\\n]{0,12}(?:system prompt|instructions|prompt)',
  ],
  [
    'ja',
    'override_content.ja-say',
    'direct_override',
    0.58,
    '無視して[^。！？\\n]{0,32}(?:述べ|言って|言い|答え|出力|書い|表示|伝え)',
  ],
  [
    'ko',
    'reveal_secrets.ko',
    'system_prompt_leak',
    0.52,
    '(?:시스템 ?프롬프트|초기 ?프롬프트|너의 지시|당신의 지시|너의 프롬프트)[^.!?\\n]{0,12}(?:보여|알려|출력|공개|말해|드러)',
  ],
  [
    'hi',
    'reveal_secrets.hi',
    'system_prompt_leak',
    0.5,
    '(?:सिस्टम प्रॉम्प्ट|अपने निर्देश|प्रारंभिक निर्देश)[^।!?\\n]{0,16}(?:दिखा|बता|प्रकट|प्रिंट|लिख)',
  ],
  [
    'ar',
    'reveal_secrets.ar',
    'system_prompt_leak',
    0.5,
    '(?:اكشف|اعرض|اظهر|اطبع|اخبرني|ما هي)[^.!?\\n]{0,24}(?:موجه النظام|تعليمات النظام|تعليماتك|التعليمات الاوليه)',
  ],
  [
    'tr',
    'reveal_secrets.tr',
    'system_prompt_leak',
    0.5,
    '\\b(?:sistem (?:istemi|prompt|komut|talimat)\\w{0,8})[^.!?\\n]{0,24}\\b(?:goster|acikla|yaz|soyle|paylas|yazdir)',
  ],
  [
    'fr',
    'system_mode.fr',
    'role_impersonation',
    0.52,
    '(?:<|\\[|\\b)(?:mode (?:systeme|developpeur|administrateur|maintenance)) ?(?:>|\\]|active|:)',
  ],
  [
    'es',
    'system_mode.es',
    'role_impersonation',
    0.52,
    '(?:<|\\[|\\b)(?:modo (?:de )?(?:sistema|desarrollador|administrador|mantenimiento|anulacion[^>\\]\\n]{0,20})) ?(?:>|\\]|activado|:)',
  ],
  [
    'pt',
    'system_mode.pt',
    'role_impersonation',
    0.52,
    '(?:<|\\[|\\b)(?:modo (?:de |do )?(?:sistema|desenvolvedor|administrador|substituicao[^>\\]\\n]{0,20})) ?(?:>|\\]|ativado|:)',
  ],
  [
    'it',
    'system_mode.it',
    'role_impersonation',
    0.52,
    '\\b(?:modalita (?:di )?(?:sistema|override|sviluppatore|amministratore))[^>\\]\\n]{0,20}(?:>|\\]|attivata|:)',
  ],
  [
    'de',
    'system_mode.de',
    'role_impersonation',
    0.52,
    '(?:<|\\[|\\b)(?:system-?modus|entwickler-?modus|wartungs-?modus|administrator-?modus|sicherheits\\w{0,14}-?modus) ?(?:>|\\]|aktiviert|:)',
  ],
  [
    'zh',
    'system_mode.zh',
    'role_impersonation',
    0.52,
    '[<\\[【《][^>\\]】》\\n]{0,12}(?:系统模式|系統模式|开发者模式|開發者模式|覆盖模式|安全模式|管理员模式|训练数据)[^>\\]】》\\n]{0,12}[>\\]】》]',
  ],
  [
    'ja',
    'system_mode.ja',
    'role_impersonation',
    0.52,
    '[<\\[【「][^>\\]】」\\n]{0,14}(?:システムモード|オーバーライド ?モード|開発者モード|管理者モード)[^>\\]】」\\n]{0,14}[>\\]】」]',
  ],
  [
    'ko',
    'system_mode.ko',
    'role_impersonation',
    0.52,
    '[<\\[【][^>\\]】\\n]{0,12}(?:시스템 ?모드|개발자 ?모드|오버라이드 ?모드|관리자 ?모드)[^>\\]】\\n]{0,12}[>\\]】]',
  ],
  ['hi', 'system_mode.hi', 'role_impersonation', 0.52, '(?:सिस्टम मोड|ओवरराइड मोड|डेवलपर मोड)'],
  [
    'ru',
    'system_mode.ru',
    'role_impersonation',
    0.52,
    '[<\\[][^>\\]\\n]{0,20}(?:системн\\S{2,3} режим|режим (?:системы|разработчика|администратора|переопределения))[^>\\]\\n]{0,20}[>\\]]',
  ],
  [
    'tr',
    'system_mode.tr',
    'role_impersonation',
    0.52,
    '[<\\[][^>\\]\\n]{0,20}(?:sistem modu|gelistirici modu|gecersiz kilma modu)[^>\\]\\n]{0,20}[>\\]]',
  ],
  [
    'ar',
    'system_mode.ar',
    'role_impersonation',
    0.52,
    '[<\\[][^>\\]\\n]{0,20}(?:وضع النظام|وضع المطور|وضع التجاوز)[^>\\]\\n]{0,20}[>\\]]',
  ],
  [
    'vi',
    'system_mode.vi',
    'role_impersonation',
    0.52,
    '[<\\[][^>\\]\\n]{0,20}(?:che do (?:he thong|ghi de|nha phat trien))[^>\\]\\n]{0,20}[>\\]]',
  ],
]

/** Handing out what is private, and a new master, in one language: verbs, things, and "from now on you". */
type Trust = { language: string; hand: string; things: string; fromNow: string; verbLast?: true }

const trust: readonly Trust[] = [
  {
    language: 'de',
    hand: '\\b(?:schick(?:e|en|t)?|sende(?:n|t)?|ubermittel\\w{0,3}|ubertrag\\w{0,3}|leite|gib|verrat(?:e|en)?|nenn(?:e|en)?|kopier(?:e|en)?|lad(?:e|en)?|hang(?:e|en)?|fug(?:e|en)?)\\b',
    things:
      '\\b(?:passwort\\w{0,2}|passworter|kennwort\\w{0,2}|zugangsdaten|schlussel|api-?schlussel|geheimnis\\w{0,3}|verlauf|gesprachsverlauf|chatverlauf|nutzerdaten|kundendaten|kontodaten|personliche\\w? daten|systemprompt|vertrauliche\\w?)\\b',
    fromNow:
      '\\b(?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun) an|kunftig) (?:bist|wirst|sollst|musst|gehorchst|antwortest|folgst) du\\b',
  },
  {
    language: 'es',
    hand: '\\b(?:envia(?:r|le|me|lo)?|manda(?:r|le|me)?|reenvia|revela|comparte|copia|sube|entrega|dame|incluye|anade|pon)\\b',
    things:
      '\\b(?:contrasenas?|claves?(?: de api)?|credenciales|secretos?|historial|conversacion|datos (?:personales|privados|del usuario|del cliente|bancarios)|informacion (?:privada|confidencial)|prompt del sistema|tokens?)\\b',
    fromNow:
      '\\b(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:tu )?(?:eres|seras|actua\\w{0,2}|debes|obedece\\w{0,2}|responde\\w{0,2}|vas a)\\b',
  },
  {
    language: 'fr',
    hand: '\\b(?:envoie[sz]?|envoyez|transmet\\w{0,3}|transfere[rz]?|revele[rz]?|partage[rz]?|copie[rz]?|donne[rz]?|inclu(?:s|ez|re)|ajoute[rz]?|mets|mettez)\\b',
    things:
      "\\b(?:mots? de passe|identifiants|cles? (?:api|privees?|secretes?)|(?:les|vos|tes|ses|des) secrets|historique|conversation|donnees (?:personnelles|privees|de l'utilisateur|du client|bancaires)|informations (?:privees|confidentielles)|prompt systeme|jetons?)\\b",
    fromNow:
      '\\b(?:a partir de maintenant|desormais|dorenavant),? (?:tu|vous) (?:es|etes|seras|serez|dois|devez|agis\\w{0,3}|obei\\w{1,4}|repond\\w{1,3})\\b',
  },
  {
    language: 'it',
    hand: '\\b(?:invia(?:re|mi)?|manda(?:re|mi)?|inoltra|trasmetti|rivela|condividi|copia|carica|dammi|includi|aggiungi|inserisci)\\b',
    things:
      '\\b(?:password|credenziali|chiav[ei] (?:api|privat[ae]|segret[ae])|segreti?|cronologia|conversazione|dati (?:personali|privati|dell\\S{1,8}|del cliente|bancari)|informazioni (?:private|riservate)|prompt di sistema|token)\\b',
    fromNow:
      '\\b(?:da (?:ora|adesso) in (?:poi|avanti)|d.ora in (?:poi|avanti)),? (?:tu )?(?:sei|sarai|devi|agisci|obbedi\\w{1,3}|rispond\\w{1,3})\\b',
  },
  {
    language: 'pt',
    hand: '\\b(?:envi(?:e|ar|a)|mand(?:e|ar|a)|encaminh\\w{1,2}|transmit\\w{1,2}|revel(?:e|ar)|compartilh\\w{1,2}|copi(?:e|ar)|de-me|inclu(?:a|ir)|adicion\\w{1,2}|coloqu\\w{1,2})\\b',
    things:
      '\\b(?:senhas?|credenciais|chaves? (?:de api|privadas?|secretas?)|segredos?|historico|conversa|dados (?:pessoais|privados|do usuario|do cliente|bancarios)|informacoes (?:privadas|confidenciais)|prompt do sistema|tokens?)\\b',
    fromNow:
      '\\b(?:a partir de agora|de agora em diante|doravante),? (?:voce )?(?:e|sera|deve|aja|age|obedec\\w{1,3}|respond\\w{1,2}|vai)\\b',
  },
  {
    language: 'ru',
    hand: '(?:отправь(?:те)?|пришли(?:те)?|перешли(?:те)?|передай(?:те)?|раскрой(?:те)?|скопируй(?:те)?|сообщи(?:те)?|выдай(?:те)?|загрузи(?:те)?|добавь(?:те)?|вставь(?:те)?)',
    things:
      '(?:парол[ьия]{1,2}|учетн\\S{1,3} данн\\S{1,3}|ключ[аи]?(?: api)?|секрет\\S{0,2}|истори[юя] (?:переписки|чата|сообщений)|переписк\\S|личн\\S{1,3} данн\\S{1,3}|данные (?:пользовател\\S{1,2}|клиент\\S{1,3})|токен\\S{0,2}|системн\\S{2,3} промпт)',
    fromNow:
      '(?:с этого момента|отныне|теперь),? ты (?:будешь|должен|обязан|являешься|мой|действуешь|отвечаешь|подчиняешься)',
  },
  {
    language: 'zh',
    hand: '(?:发送|发给|傳送|寄给|转发|轉發|上传|上傳|泄露|透露|复制|複製|提交|附加|放到|放进|写入|告诉我|交出)',
    things:
      '(?:密码|密碼|口令|凭证|憑證|密钥|密鑰|秘密|令牌|聊天记录|聊天紀錄|对话历史|對話歷史|对话内容|用户数据|用戶資料|客户资料|客戶資料|个人信息|個人資料|系统提示)',
    fromNow:
      '(?:从现在开始|从现在起|從現在開始|從現在起|今后|自此),?，?(?:你|您)(?:是|将|將|要|必须|必須|只能|应该|扮演|听从)',
  },
  {
    language: 'ja',
    hand: '(?:送信|送って|送り|転送|アップロード|漏ら|公開|コピー|貼り付け|含め|渡し|提出|書き込|教えて)',
    things:
      '(?:パスワード|認証情報|api ?キー|秘密鍵|秘密|トークン|会話履歴|チャット履歴|会話の内容|個人情報|顧客情報|ユーザー情報|顧客データ|ユーザーデータ)',
    fromNow: '(?:今から|これから|以後|今後)(?:は)?、?(?:あなたは|君は|お前は)',
    verbLast: true,
  },
  {
    language: 'ko',
    hand: '(?:보내|전송|전달|업로드|유출|공개|복사|붙여|포함|넘겨|제출|알려)',
    things:
      '(?:비밀번호|암호|자격 ?증명|api ?키|개인 ?키|비밀|토큰|대화 ?기록|채팅 ?기록|개인 ?정보|고객 ?정보|사용자 ?데이터|고객 ?데이터)',
    fromNow: '(?:지금부터|이제부터|앞으로)(?:는)? (?:너는|당신은|넌)',
    verbLast: true,
  },
  {
    language: 'ar',
    hand: '(?:ارسل(?:وا|ي)?|ابعث|حول|اكشف|شارك|انسخ|ارفع|سلم|اعطني|اضف|ضع)',
    things:
      '(?:كلم(?:ة|ات|ه) (?:المرور|السر)|بيانات الدخول|مفاتيح|مفتاح|الاسرار|سجل (?:المحادثة|الدردشة|المحادثه)|المحادثة|المحادثه|البيانات (?:الشخصية|الشخصيه|الخاصة)|بيانات (?:المستخدم\\S{0,2}|العملاء)|الرمز)',
    fromNow: '(?:من الان فصاعدا|ابتداء من الان|منذ الان)،?,? (?:انت|ستكون|يجب ان)',
  },
]

function entrusted({ language, hand, things, fromNow, verbLast }: Trust): InjectionRule[] {
  const gap = ['zh', 'ja', 'ko'].includes(language) ? joined : '[^.!?\\n]{0,60}?'
  const only = [...untrusted, ...kept, 'unknown'] as const
  return [
    {
      id: `hand_out.${language}`,
      category: 'data_exfiltration',
      weight: 0.5,
      language,
      only,
      pattern: verbLast
        ? `${things}${gap}${hand}`
        : language === 'zh'
          ? `(?:${hand}${gap}${things}|${things}${gap}${hand})`
          : `${hand}${gap}${things}`,
      // A shop's mail says so of a password, and means its own page.
      unless: '(?:nicht|niemals|nunca|jamas|jamais|non |nao |не |никогда|不要|请勿|切勿|しないで|마세요|마십시오|لا )',
    },
    {
      id: `from_now_on.${language}-trust`,
      category: 'role_impersonation',
      weight: 0.46,
      language,
      only,
      pattern: fromNow,
    },
  ]
}

/** Overrides, prompt theft and false modes in other languages than English. */
export const languageRules: readonly InjectionRule[] = [
  ...table.flatMap(overrides),
  ...trust.flatMap(entrusted),
  ...more.map(([language, id, category, weight, pattern]): InjectionRule => ({
    id,
    category,
    weight,
    language,
    pattern,
  })),
]
