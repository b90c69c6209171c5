/**
 * What no outcome does, in the form of intents: a part of a goal that asks for one of these is named as unmet, and a goal
 * that asks for nothing else has no plan.
 */
export const NOT_OFFERED = `
send-message 5: .9 send|text|dm|message|forward|schicke|envia|envoie whatsapp|sms|telegram|signal|slack|imessage; .95 send @email; .9 send team|landlord|boss|customer|everyone|him|her|them|mother|colleagues; whatsapp; schicke|sende|schick @email|team|alle|ihm|ihr; envia|enviar|manda|mandale @email|equipo|todos|mensaje; envoie|envoyer @email|equipe|message; 发送|发给|寄给 邮件|微信|短信|他|她|同事; 送って|送信して; reply to @email|mail|customer; forward to
ride 5: .95 order|book|call|get|bestell|pide|commande taxi|uber|cab|ride|taxis; 打车|叫车; タクシー 呼んで
booking 5: .92 book|reserve|order|buche|reserva|reserve table|flight|flights|hotel|room|restaurant|ticket|tickets|train|seat|appointment|mesa|vuelo|tisch|flug; 预订|订 机票|酒店|餐厅|票; 予約して
purchase 5: .92 buy|purchase|order|kaufe|bestelle|compra|achete pizza|groceries|shoes|book|books|phone|laptop|shares|stock|bitcoin|coins|tokens|btc|eth|it|one|food|flowers|aktien|acciones; .9 order me|us; 购买|下单|买 一|个|股票; 注文して|購入して
pay 5: .92 pay|wire|transfer|send|swap|bridge|stake money|usdc|eth|sol|funds|rent|bill|invoice|tokens|dollars|euros -last -latest -recent -history -list -incoming -show -how -what -did -who; sign|broadcast transaction|tx; overweise|uberweise geld|euro; transfiere|paga factura|dinero; 转账 给|到; 送金して
call-someone 5: .92 call|phone|ring|dial me|him|her|them|customer|dentist|doctor|number|bank|restaurant; 打电话; 電話して
schedule 5: .92 schedule|calendar|remind|reminder|invite meeting|me|us|calendar|event|tomorrow|appointment|reminder|at; set alarm|timer|reminder; every|daily|weekly|hourly morning|day|hour|monday run|check|send|repeat; 提醒; リマインド
deploy 5: .92 deploy|merge|release|rollback|restart|publish|push server|pr|branch|site|app|package|website|production|npm|code|commit; install app|software|program|it laptop|computer|machine; commit push
login 5: .92 log|sign|login in|into account|portal|bank|gmail; fill out|in form; submit form|application|tax|taxes; unsubscribe; cancel subscription|account|order
social 5: .92 post|tweet|publish|share twitter|x|linkedin|facebook|instagram|tiktok|reddit|youtube; tweet; poste|veroffentliche twitter|linkedin|facebook
physical 5: .92 bake|cook|clean|wash|drive|deliver|print|fax|repair cake|dinner|car|kitchen|house|room|paper|copies|dishwasher|laundry|pizza|bike; bake; back mir kuchen; print; 打印; 烤; 印刷して
media-edit 5: .92 edit|cut|trim|compose|remix|record|convert|resize|crop|remove|upscale|rotate video|song|music|film|clip|photo|picture|image|background|watermark; write|compose song|music|melody|symphony; make|create video|film|movie|animation|song|music|presentation|slides|powerpoint|spreadsheet; 作曲|视频制作|剪辑; 作曲して; .95 編集して|切り抜いて|加工して
program 5: .88 write|code|build|implement|program|develop|schreibe|programmiere app|program|script|game|compiler|website|function|novel|poem|essay|story|thesis|code|bot|gedicht|roman -<repo-url> -<url>; poem; 写一首|写诗|编写程序; 小説を書
delete-things 5: .92 delete|remove|erase|wipe|cancel|losche|borra|supprime account|files|database|emails|photos|all|everything|inbox|history|repo|repository|server; hack|crack|ddos|phish account|password|site|wifi|into|someone
predict 5: .92 predict|forecast|tell lottery|winner|numbers|future|price; lottery; horoscope; who will win; should i invest|marry; 彩票; 宝くじ
medical 5: .9 diagnose|prescribe disease|me|symptoms|medicine|rash; diagnosis
vote 5: .9 vote|bid|sue|arrest|hire on|for|him|me|auction|lawyer
`
