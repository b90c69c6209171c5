/** Words by which an order to destroy is understood in one language; RE2 syntax over folded text (see fold-words.ts). */
export type OrderWords = {
  /** Verbs, in every form in which they order. */
  destroy: string
  /** Milder verbs, which matter for some objects only. */
  stop: string
  pay: string
  everything: string
  /** Things that hold data or serve others. */
  store: string
  /** Words that turn the order around, before the verb or behind it. */
  not: string
  /** Beginnings of a clause that asks or explains. */
  asks: string
  /** Verbs of orders that do no harm. */
  harmless: string
  /** Little words by which the language is known; null where its script is enough. */
  little: string | null
}

export const orderWords = {
  de: {
    destroy:
      'l(?:o|oe)sch\\w*|gel(?:o|oe)scht|(?:ent|ge)?fern(?:e|en|t|ung)|entfern\\w*|vernicht\\w*|zerst(?:o|oe)r\\w*|verwirf|verwerfen|(?:ab|aus|weg|leer)r(?:a|ae)um\\w*|r(?:a|ae)um\\w*|(?:aus|ent)?leer(?:e|en|t|st)|geleert|bereinig\\w*|formatier\\w*|(?:u|ue)berschreib\\w*|beseitig\\w*|tilg\\w*|eliminier\\w*|loswerden|plattmach\\w*|rausschmei\\w*|rauswerf\\w*|wegwerf\\w*|schmei(?:ss|ß)\\w*|drop(?:pe|pen|pt)',
    stop: 'stopp\\w*|beend\\w*|deaktivier\\w*|ab(?:ge)?schalt\\w*|herunter(?:ge)?fahr\\w*|fahr\\w*|schalt\\w*|widerruf\\w*|sperr\\w*|k(?:u|ue)ndig\\w*|stornier\\w*',
    pay: '(?:u|ue)berweis\\w*|bezahl\\w*|transferier\\w*|erstatt\\w*',
    everything:
      'alle[nmrs]?|jede[nmrs]?|saemtlich\\w*|samtlich\\w*|ganz\\w*|gesamt\\w*|komplett\\w*|vollst(?:a|ae)ndig\\w*',
    store:
      '\\w*tabelle\\w*|\\w*datenbank\\w*|kunden\\w*|(?:be)?nutzer\\w*|sicherung\\w*|backups?|\\w*server\\w*|\\w*daten|datens(?:a|ae)tz\\w*|kont(?:o|en)|ordner|verzeichnis\\w*|eintr(?:a|ae)g\\w*|produktion\\w*|festplatte\\w*|dateien|bestellung\\w*|geld|guthaben|rechnung\\w*|betrag',
    not: 'nicht(?! nur)|niemals|nie|kein\\w*|ohne|keinesfalls',
    asks: 'wie|was|warum|wieso|weshalb|wann|wer|welche\\w*|erkl(?:a|ae)r\\w*|beschreib\\w*|zeig\\w*|fass\\w*|dokumentier\\w*',
    harmless:
      'zeig\\w*|list\\w*|lies|lese\\w*|les(?:t|en)|such\\w*|find\\w*|pr(?:u|ue)f\\w*|schreib\\w*|erstell\\w*|f(?:u|ue)g\\w*|schick\\w*|send\\w*|sag\\w*|gib|geben|fass\\w*|(?:u|ue)bersetz\\w*|erkl(?:a|ae)r\\w*|(?:o|oe)ffne\\w*|speicher\\w*|hol\\w*|berechne\\w*|z(?:a|ae)hl\\w*|vergleich\\w*|starte\\w*|teste\\w*|installier\\w*',
    little:
      'der|die|das|den|dem|des|ein|eine|einen|einem|und|oder|bitte|aus|von|vom|im|ist|sind|mit|fur|fuer|auf|nicht|alle|wir|ich|du|uns|dass|sollen|soll|zu|werden|mir|konnen|kannst|konntest|es|den|beim',
  },
  es: {
    destroy:
      'borr(?:a|ar|e|es|en|ad|as|ando|emos|ado|ada|ados|adas)(?:me|te|se)?(?:l[oa]s?)?|elimin(?:a|ar|e|es|en|ad|ando|emos|ado|ada|ados|adas|acion)(?:l[oa]s?)?|suprim(?:e|ir|a|an|iendo|ido|ida)\\w*|destru(?:ye|ir|ya|yan|yendo|ido|ida|idos|idas)\\w*|vaci(?:a|ar|e|en|ando|ado)\\w*|purg(?:a|ar|ue|ues|uen|ando)|quita\\w*|quit(?:e|en)|formate\\w+|arras(?:a|ar|e|en)|deshaz\\w*|deshac\\w*|tir(?:a|ar|e|en)|acab(?:a|ar|e) con|carga(?:te|rse)',
    stop: 'det(?:en|ener|enga)\\w*|apag(?:a|ar|ue|uen|ando)|desactiv\\w+|cancel(?:a|ar|e|en)|revoc\\w+|revoque\\w*|reinici\\w+',
    pay: 'transfier\\w*|transf(?:e|i)ri\\w*|pag(?:a|ar|ue|uen)|reembols\\w*',
    everything: 'tod[oa]s?|cada|enter[oa]s?|complet[oa]s?|cualquier',
    store:
      'tablas?|bases? de datos|client(?:e|es|a|as)|usuari[oa]s?|copias? de seguridad|respaldos?|servidor\\w*|datos|registros?|cuentas?|carpetas?|directorios?|produccion|discos?|archivos?|ficheros?|pedidos?|fondos|dinero|saldo|factura',
    not: 'no(?! solo)|nunca|jamas|sin|evit\\w+',
    asks: 'como|que|por que|cuando|quien|cual|explic\\w+|describ\\w+|muestr\\w+|resum\\w+|document\\w+',
    harmless:
      'muestr\\w+|mostr\\w+|list\\w+|lee|leer|lea|busc\\w+|encuentr\\w+|revis\\w+|comprueb\\w+|escrib\\w+|cre(?:a|ar|e)|anad\\w+|agreg\\w+|envi(?:a|ar|e)\\w*|mand\\w+|di|dime|decir|resum\\w+|traduc\\w+|explic\\w+|abr(?:e|ir|a)|guard\\w+|obten\\w+|calcul\\w+|cuent\\w+|compar\\w+|instal\\w+|prueb\\w+|ejecut\\w+ las pruebas',
    little:
      'el|la|los|las|un|una|unos|unas|y|de|del|al|en|que|por|favor|para|con|todos|todas|se|es|son|lo|nos|me|su|sus|debe|deben|hay|quiero|puedes|podrias|necesito',
  },
  fr: {
    destroy:
      'supprim\\w+|suppression|efface\\w*|effacant|detrui\\w+|elimin(?:e|er|ez|ons|ant|es|ee|ees)|vide[rsz]?|vidage|vidant|videe?s?|enlev\\w+|retir\\w+|purge[rz]?|ecras\\w+|formate[rz]?|jete[rz]?|jette\\w*|rase[rz]?|aneanti\\w+|debarrass\\w+|nettoye[rz] completement|faire disparaitre|fais disparaitre|faites disparaitre',
    stop: 'arrete[rz]?|arretant|desactiv\\w+|annule[rz]?|revoque[rz]?|coupe[rz]?|etein\\w+|eteign\\w+|resilie[rz]?|redemarre[rz]?',
    pay: 'vire[rz]?|verse[rz]?|paye[rz]?|transfere[rz]?|rembours\\w+',
    everything: 'tou(?:s|t|te|tes)|chaque|entier\\w*|integral\\w*|complet\\w*|ensemble',
    store:
      'tables?|bases? de donnees|clients?|utilisateurs?|sauvegardes?|serveurs?|donnees|enregistrements?|comptes?|dossiers?|repertoires?|production|disques?|fichiers?|commandes?|base|fonds|argent|solde|facture',
    not: 'ne|n|jamais|sans|pas|aucun\\w*|evite[rz]?',
    asks: 'comment|que|quoi|pourquoi|quand|qui|quel\\w*|expliqu\\w+|decri\\w+|montr\\w+|resum\\w+|document\\w+',
    harmless:
      'montr\\w+|affich\\w+|list\\w+|lis|lire|lisez|cherch\\w+|trouv\\w+|verifi\\w+|ecri\\w+|cre(?:e|er|ez)|ajout\\w+|envo\\w+|dis|dites|dire|resum\\w+|tradui\\w+|expliqu\\w+|ouvr\\w+|enregistr\\w+|obten\\w+|recuper\\w+|calcul\\w+|compt(?:e|er|ez)|compar\\w+|install\\w+|test\\w+|lance[rz]? les tests',
    little:
      'le|la|les|un|une|des|du|de|et|ou|en|dans|pour|avec|sur|svp|tous|toutes|est|sont|ce|cette|ces|il|faut|nous|vous|je|veux|merci|plait|aux|au|qui|que|doit|doivent|pouvez|peux',
  },
  it: {
    destroy:
      'cancell(?:a|are|ate|i|ando|ato|ata|ati|ate|azione|iamo)(?:l[oaie])?|elimin(?:a|are|ate|i|ando|ato|ata|ati|azione|iamo)(?:l[oaie])?|rimuov\\w+|rimoss[oaie]|rimozione|distrugg\\w+|distrutt[oaie]|svuot\\w+|ripul\\w+|azzer\\w+|formatt\\w+|togli\\w*|spazza\\w*|butta\\w*|sbarazz\\w+|fai sparire|far sparire',
    stop: 'ferm(?:a|are|ate|i)|arrest(?:a|are|ate)|disattiv\\w+|annull\\w+|revoc\\w+|spegn\\w+|riavvi\\w+',
    pay: 'trasferi\\w*|bonific\\w*|pag(?:a|are|ate|hi)|rimbors\\w*|vers(?:a|are|ate)',
    everything: 'tutt[oaie]|ogni|inter[oaie]|complet\\w+|qualsiasi',
    store:
      'tabell\\w+|ban(?:ca|che) dati|database|client[ei]|utent[ei]|backup|server|dati|record|account|cartell\\w+|produzione|disc(?:o|hi)|ordini|file|righe|fondi|denaro|soldi|saldo|fattura',
    not: 'non(?! solo)|mai|senza|evit\\w+',
    asks: 'come|che|cosa|perche|quando|chi|quale|spiega\\w*|descriv\\w+|mostra\\w*|riassum\\w+|document\\w+',
    harmless:
      'mostra\\w*|elenc\\w+|legg\\w+|cerc\\w+|trov\\w+|verific\\w+|controll\\w+|scriv\\w+|cre(?:a|are|ate)|aggiung\\w+|invi(?:a|are|ate)\\w*|mand\\w+|dimmi|riassum\\w+|traduc\\w+|spiega\\w*|apr(?:i|ire)|salv\\w+|calcol\\w+|cont(?:a|are)|confront\\w+|install\\w+|prov\\w+|test\\w+',
    little:
      'il|lo|la|gli|le|un|una|uno|di|del|della|delle|dei|degli|dal|dalla|nel|nella|e|per|con|tutti|tutte|che|favore|si|sono|vorrei|puoi|potresti|devono|deve|questo|questa|mi|ci|sul|sulla',
  },
  pt: {
    destroy:
      'apag(?:a|ar|ue|uem|ando|ado|ada|ados|adas|uei)(?:-?[oa]s?)?|exclu(?:a|am|ir|i|indo|ido|ida|idos|idas|sao)|elimin(?:a|ar|e|em|ando|ado|ada|ados|adas|acao)|delet(?:a|ar|e|em|ando|ado|ada|ados|adas)|remov(?:a|am|er|e|endo|ido|ida|idos|idas)|remocao|destru(?:a|am|ir|i|indo|ido|ida|idos|idas)|esvazi\\w+|limp(?:a|ar|e|em|ando)|descart\\w+|format(?:e|ar|em)|livr(?:e|ar)-?se|jogue fora|jogar fora|sum(?:a|ir) com|acab(?:e|ar) com',
    stop: 'par(?:e|ar|em)|deslig\\w+|desativ\\w+|cancel(?:e|ar|em)|revog\\w+|reinici\\w+|encerr\\w+',
    pay: 'transfir\\w*|transfer(?:e|ir)|pag(?:ue|ar|uem)|reembols\\w*|deposit\\w+',
    everything: 'tod[oa]s?|tudo|cada|inteir[oa]s?|complet[oa]s?|qualquer',
    store:
      'tabelas?|bancos? de dados|bases? de dados|clientes?|usuari[oa]s?|utilizador\\w*|copias? de seguranca|backups?|servidor\\w*|dados|registros?|registos?|contas?|pastas?|diretorios?|producao|discos?|arquivos?|ficheiros?|pedidos?|fundos|dinheiro|saldo|fatura',
    not: 'nao(?! so)|nunca|jamais|sem|evit\\w+',
    asks: 'como|o que|por que|porque|quando|quem|qual|expli\\w+|descrev\\w+|mostr\\w+|resum\\w+|document\\w+',
    harmless:
      'mostr\\w+|list\\w+|leia|ler|procur\\w+|busc\\w+|encontr\\w+|verifi\\w+|escrev\\w+|cri(?:a|ar|e)|adicion\\w+|envi(?:a|ar|e)\\w*|mand\\w+|diga|dizer|resum\\w+|traduz\\w+|expli\\w+|abr(?:a|ir)|salv\\w+|obtenh\\w+|calcul\\w+|cont(?:e|ar)|compar\\w+|instal\\w+|test\\w+',
    little:
      'o|os|as|um|uma|e|de|do|da|dos|das|no|na|nos|nas|em|para|com|por|favor|todos|todas|que|se|sao|voce|quero|preciso|pode|poderia|deve|devem|isso|esse|essa|ao|aos|pelo',
  },
  ru: {
    destroy:
      'удал\\p{L}+|сотр(?:и|ите|еть|ем)|стереть|стир\\p{L}+|уничтож\\p{L}+|очист\\p{L}+|очищ\\p{L}+|снес\\p{L}+|дропн\\p{L}+|убери\\p{L}*|убрать|вычист\\p{L}+|ликвидир\\p{L}+|(?:от)?форматир\\p{L}+|затр(?:и|ите)|затереть|избав\\p{L}+|выкин\\p{L}+|выброс\\p{L}+',
    stop: 'останов\\p{L}+|отключ\\p{L}+|выключ\\p{L}+|отмен\\p{L}+|отзов\\p{L}+|перезапуст\\p{L}+|заблокир\\p{L}+',
    pay: 'перевед\\p{L}+|переве[дс]\\p{L}+|заплат\\p{L}+|оплат\\p{L}+|вернуть деньги|перечисл\\p{L}+',
    everything: 'все|всех|всю|всё|всем|весь|всего|кажд\\p{L}+|полностью|целиком',
    store:
      'таблиц\\p{L}*|баз\\p{L}{0,3}|клиент\\p{L}*|пользовател\\p{L}*|резервн\\p{L}*|бэкап\\p{L}*|бекап\\p{L}*|сервер\\p{L}*|данны\\p{L}*|запис\\p{L}*|аккаунт\\p{L}*|учетн\\p{L}*|папк\\p{L}*|каталог\\p{L}*|продакшн\\p{L}*|прод|диск\\p{L}*|заказ\\p{L}*|файл\\p{L}*|деньги|средства|счет\\p{L}*|баланс',
    not: 'не(?! только)|никогда|нельзя|без',
    asks: 'как|что|почему|зачем|когда|кто|какой|какие|объясни\\p{L}*|опиши\\p{L}*|покажи\\p{L}*|расскажи\\p{L}*',
    harmless:
      'покаж\\p{L}+|показать|выведи\\p{L}*|прочит\\p{L}+|найди\\p{L}*|найти|провер\\p{L}+|напиш\\p{L}+|созда\\p{L}+|добав\\p{L}+|отправ\\p{L}+|скаж\\p{L}+|перевод\\p{L}* текст|объясн\\p{L}+|откро\\p{L}+|открыть|сохран\\p{L}+|получ\\p{L}+|посчита\\p{L}+|сравн\\p{L}+|установ\\p{L}+|перечислите|суммир\\p{L}+|опиш\\p{L}+',
    little: null,
  },
  zh: {
    destroy:
      '删除|删掉|删光|删去|删了|全删|清空|清除|清掉|抹掉|抹去|抹除|销毁|摧毁|毁掉|移除|干掉|丢弃|扔掉|格式化|擦除|卸载|刪除|刪掉|刪光|銷毀|毀掉|卸載',
    stop: '停止|关闭|关掉|关停|禁用|停用|取消|撤销|重启|终止|關閉|停機|終止|撤銷',
    pay: '转账|汇款|支付|付款|退款|转给|打款|轉帳|匯款|转移',
    everything: '所有|全部|全都|整个|整個|每个|每個|一切|统统|通通|都',
    store:
      '表|数据库|資料庫|数据|資料|客户|客戶|用户|用戶|备份|備份|服务器|伺服器|记录|記錄|账户|帳戶|账号|文件|目录|生产|磁盘|订单|資金|资金|余额|钱',
    not: '不要|别|不得|请勿|禁止|切勿|勿|不应|不能|不可|不用|避免',
    asks: '如何|怎么|怎样|怎麼|为什么|為什麼|什么是|解释|說明|说明|介绍|谁',
    harmless:
      '列出|显示|顯示|查看|查询|查詢|读取|总结|總結|告诉|告訴|解释|翻译|翻譯|创建|建立|添加|新增|写|生成|发送|發送|检查|搜索|查找|比较|计算|计数|下载|打开|保存|安装|测试',
    little: null,
  },
  ja: {
    destroy:
      '削除|消去|消して|消す|消せ|消し|破棄|抹消|クリア|空に|初期化|取り除|除去|ドロップ|捨て|廃棄|フォーマット|吹き飛ばし',
    stop: '停止|止めて|止める|無効|取り消|キャンセル|再起動|シャットダウン|落として',
    pay: '送金|振り込|支払|返金|振込',
    everything: 'すべて|全て|全部|一括|あらゆる|まるごと|丸ごと|全',
    store:
      'テーブル|データ|顧客|ユーザ|バックアップ|サーバ|レコード|アカウント|フォルダ|ディレクトリ|本番|ディスク|注文|ファイル|資金|残高|お金',
    not: 'しない|しないで|せず|いけません|いけない|なりません|ならない|禁止|ないでください|さないで|ないよう',
    asks: '方法|とは|どうやって|なぜ|どうすれば|説明',
    harmless:
      '表示|一覧|読ん|読み|検索|探し|確認|書い|書き|作成|追加|送信|送って|教えて|要約|翻訳|説明|開い|保存|取得|計算|数え|比較|インストール|テスト|まとめ',
    little: null,
  },
  ko: {
    destroy: '삭제|지워|지우|제거|비워|비우|초기화|폐기|없애|포맷|날려',
    stop: '중지|중단|정지|비활성|취소|재시작|종료|꺼',
    pay: '송금|이체|지불|결제|환불',
    everything: '모든|모두|전부|전체|싹|다',
    store: '테이블|데이터|고객|사용자|백업|서버|레코드|계정|폴더|디렉터리|디렉토리|운영|디스크|주문|파일|자금|잔액|돈',
    not: '하지 ?마|지 ?마|지 ?않|금지|말아',
    asks: '어떻게|왜|무엇|설명|방법',
    harmless:
      '보여|표시|나열|읽어|검색|찾아|확인|작성|생성|추가|보내|알려|요약|번역|설명|열어|저장|가져|계산|비교|설치|테스트',
    little: null,
  },
  ar: {
    destroy:
      'احذف\\p{L}*|ب?حذف\\p{L}*|تحذف\\p{L}*|امسح\\p{L}*|ب?مسح\\p{L}*|ازل|ب?ازال\\p{L}*|ب?تدمير\\p{L}*|دمر\\p{L}*|افرغ\\p{L}*|ب?تفريغ\\p{L}*|اشطب\\p{L}*|ب?محو\\p{L}*|امح\\p{L}*|اتلف\\p{L}*|تخلص\\p{L}*',
    stop: 'اوقف\\p{L}*|ب?ايقاف\\p{L}*|عطل\\p{L}*|ب?تعطيل\\p{L}*|الغ\\p{L}*|ب?الغاء\\p{L}*|اعد تشغيل',
    pay: 'حول|ب?تحويل\\p{L}*|ادفع\\p{L}*|ب?دفع',
    everything: 'جميع|كل|كافة|كامل\\p{L}*|باكمل\\p{L}*',
    store:
      '\\p{L}*جداول|\\p{L}*جدول|قاعدة|قواعد|\\p{L}*بيانات|\\p{L}*عملاء|\\p{L}*زبائن|\\p{L}*مستخدم\\p{L}*|\\p{L}*نسخ|\\p{L}*خادم|\\p{L}*خوادم|\\p{L}*سجلات|\\p{L}*سجل|\\p{L}*حساب\\p{L}*|\\p{L}*مجلد\\p{L}*|\\p{L}*قرص|\\p{L}*طلبات|\\p{L}*انتاج|\\p{L}*ملفات|\\p{L}*اموال|\\p{L}*رصيد',
    not: 'لا|لم|لن|بدون|دون|عدم|ممنوع|تجنب',
    asks: 'كيف|لماذا|ما هو|ما هي|ماذا|اشرح|متى|من الذي',
    harmless: 'اعرض|عرض|اظهر|اقرا|ابحث|تحقق|اكتب|انشئ|اضف|ارسل|اخبر\\p{L}*|لخص|ترجم|اشرح|افتح|احفظ|احسب|قارن|ثبت|اختبر',
    little: null,
  },
} as const satisfies Record<string, OrderWords>

/** Little words of languages whose orders are not understood, so that a sentence in one of them is known to be one. */
export const otherLittleWords =
  'het|een|niet|alsjeblieft|voor|wij|zijn|alle|aub|prosze|wszystkie|oraz|dla|jest|nie|och|att|inte|alla|snalla|det|ikke|alle|venligst|vennligst|og|bir|ve|butun|tum|lutfen|icin|vsechny|prosim|pro|toate|rugam|pentru|din|kerlek|osszes|minden|az|kaikki|ja|tat|ca|cac|hay|nhung|semua|dan|yang|tolong|dari|sve|molim|iz|vse'

/** Little words of English. */
export const englishLittleWords =
  'the|all|an|every|everything|my|our|your|their|his|her|its|this|that|these|those|please|from|into|older|than|and|then|with|without|should|would|could|will|must|need|want|let|us|we|you|i|are|is|was|be|of|in|on|to|for|by|at|it|them|what|does|how|everyone|anyone|any|when|which|do|not|never|if|or|but|can|has|have|only|up|out|there'
