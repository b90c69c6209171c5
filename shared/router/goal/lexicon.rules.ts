/**
 * Words by what they mean, in the languages the router reads: English, German, Spanish, French, Chinese and Japanese.
 * One line a concept. Words are without accents, `*` ends a prefix, `_` stands between the words of a phrase. Chinese
 * and Japanese are found anywhere in the text.
 */
export const LEXICON = `
weather: weather forecast temperature temperatures degrees rain raining snow sunny umbrella wetter wettervorhersage temperatur regnet regen tiempo_hace clima pronostico temperatura lluvia meteo temps_qu temps_fait pluie prevision* 天气 气温 下雨 天気 気温 予報
screenshot: screenshot* screen_shot screengrab snap bildschirmfoto captura capturar capture_d 截图 截屏 スクリーンショット
picture: picture* photo* image images pic pics bild bilder foto* imagen* imagenes 图片 图像 照片 画像 写真
page: page pages webpage* homepage* landing site's_page seite seiten startseite webseite pagina* 网页 页面 ページ
site: site sites website* webseite web_page sitio webs 网站 サイト
web: web internet online netz 网上 网络上 互联网 ウェブ ネット
article: article* post blog text_of artikel beitrag articulo* 文章 記事
search: search* find look_up lookup google hunt suche such finde buscar busca busqueda encuentra cherche* recherche* trouve* 搜索 查找 搜一下 找一下 検索 探し 調べ
links: links link urls sources_only hits results liens enlaces 链接 リンク
read: read reads wording says text content contents extract clean_text lesen lies inhalt leer lee contenido lire contenu 阅读 内容 正文 読み 読ん 本文
markdown: markdown md マークダウン
passages: passage* excerpt* snippet* quotes stellen pasajes 段落 抜粋
answer: answer* reply respond antwort* respuesta reponse responde 回答 答え
news: news headline* press papers newspaper* media_coverage coverage reporting nachricht* presse schlagzeile* noticia* prensa titular* actualite* nouvelles journaux 新闻 报道 头条 ニュース 報道 見出し
hn: hn hacker_news hackernews ycombinator_front
encyclopedia: encyclop* wikipedia wiki enzyklop* lexikon enciclopedia 维基 百科 ウィキペディア 百科事典
archive: old_copy earlier_copy saved_copy archive* archived wayback snapshot* older_version historic* old_version oldest earliest earlier_version used_to_look back_in looked_like read_in used_to_say archiv* archivad* version_ancienne 存档 历史版本 快照 アーカイブ 過去
research: research* brief disagree* evidence sourced cited citations well_sourced recherchier* untersuch* investiga* enquete 研究 调研 调查 調査 リサーチ
stock: stock* share shares equity aktie* aktienkurs accion acciones bourse action_de 股票 股价 股價 株価 株
price: price* cost costs quotes worth quote trading_at how_much rate value preis* kurs kostet wert precio* cotiza* cuanto cuesta vale prix cours combien vaut 价格 多少钱 报价 价 値段 価格 いくら 相場
geocode: geocod* coordinates coordinate latitude longitude lat_lon census tract koordinaten coordenadas coordonnees 坐标 经纬度 座標 緯度
address: address addresses adresse* anschrift direccion 地址 住所 アドレス
headers: header headers response_headers http_headers security_headers hsts csp kopfzeilen cabecera* entetes en-tetes 响应头 ヘッダー
redirect: redirect* lead_to leads_to ends_up end_up land lands go_to where_do take_me takes_me end_at really_ends weiterleit* fuhrt_hin ziel_des adonde lleva redirige* mene 跳转 重定向 转到 リダイレクト 転送 飛び先
shortlink: short_link* shortlink* shortened shortener bit.ly tinyurl kurzlink* tracking_link enlace_corto lien_court 短链 短链接 短網址 短縮
currency: currency currencies exchange euro euros dollar dollars pound pounds yen franc francs zloty forint* wahrung umrechn* umrechen* divisa* moneda cambio devise* monnaie 汇率 货币 美元 欧元 人民币 日元 换成 兑换 為替 通貨 ドル ユーロ 円
convert: convert* conversion change_into turn_into into in_euros exchange umrechn* wandle wandeln konvertier* convierte convertir convertis conviert* 转换 换算 兑 変換 換算
dictionary: dictionary definition* define defined meaning_of mean means part_of_speech synonym* pronounced pronunciation worterbuch bedeutung bedeutet definicion significa significado definition dictionnaire signifie 词典 释义 意思 定义 辞書 意味 定義
word: word wort palabra mot 单词 词 単語 言葉
crypto: crypto* bitcoin btc ethereum ether eth solana sol dogecoin doge coin coins token_price altcoin* cardano xrp litecoin kryptowahrung* criptomoneda* cryptomonnaie* 加密货币 比特币 以太坊 以太币 狗狗币 仮想通貨 ビットコイン イーサリアム
sentiment: sentiment mood fear greed bullish bearish stimmung sentimiento animo ambiance 情绪 氛围 センチメント 地合い 雰囲気
dns: dns nameserver* mx txt_record* spf dmarc dkim records zone dns-eintrage registros_dns enregistrements 解析记录 レコード
mailauth: dmarc spf dkim mta-sts
resolve: resolve* resolves resolver points_to a_record cname lost_auf resuelve resout 解析 名前解決
whois: whois rdap registrar registered registration registrant expire* expires expiry domain_age how_old age_of owner_of_the_domain registriert registriert registrier* lauft_ab ablauf alter registrad* caduca vence antiguedad enregistre expir* 注册 注册商 到期 过期 登録 有効期限 期限
domain: domain* hostname host dominio* domaine* 域名 ドメイン
vin: vin vins chassis vehicle_identification fahrgestellnummer fahrzeug-identi* bastidor 车架号 车辆识别 車台番号
vehicle: vehicle car cars truck make_and_model auto fahrzeug coche vehiculo voiture vehicule 汽车 车辆 車
email: email* e-mail* mail mails mailbox correo correos courriel* 邮件 邮箱 电子邮件 メール
deliver: deliver* bounce* receive_mail accepts_mail exists exist valid real_address reachable zustell* erreichbar entregar entregable rebota delivr* 送达 有效 届く 有効 存在
parse: parse* parsing fields take_apart take_it_apart break_down structure* zerlege zerlegen analysiere_die analiza_el desglosa analyse_ce 解析 拆解 分解 パース 解析して
filings: filing* sec edgar 10-k 10-q 8-k annual_report quarterly_report insider_form pflichtmitteilung* depositados 申报 年报 財務報告 提出書類 有価証券
tech: tech_stack technologies technology built_with stack cms framework* shop_system analytics runs_on made_with powered_by what_software shopsystem technik welche_software tecnologia* technologies 技术栈 用什么技术 建站 技術 使われている フレームワーク
pdf: pdf pdfs paper whitepaper 论文 論文
document: document* dokument* documento* invoice* bill contract_text report_file rechnung factura* facture* 文档 文件 发票 書類 文書 請求書
repo: repo repos repository repositories package packages library libraries dependency dependencies codebase github open_source code_base http_clients paket bibliothek abhangigkeit* repositorio* paquete* libreria biblioteca depot paquet bibliotheque dependance* 代码库 仓库 项目代码 依赖 开源项目 リポジトリ パッケージ ライブラリ
safe: safe safety secure security trust* trustworthy vetted risky risk malicious sicher* sicherheit vertrauenswurdig* seguro segura seguridad confiable fiable fiabl* sur surete securite 安全 可信 靠谱 风险 安全性 信頼
diligence: due_diligence full_diligence thorough licences licenses licence license maintainer* bus_factor known_vulnerabilities adopt adoption verdict_with lizenz* grundliche sorgfalt diligencia licencia* mantenedores diligence_complete 尽职调查 许可证 维护者 デューデリジェンス ライセンス メンテナー
quick: quick* short brief rough kurz* schnell* rapido rapida rapide 快速 简单 简短 簡単 ざっと
json: json object payload
repair: repair* fix fixes fixed mend make_it_parse make_this_parse parse_it valid_again salvage reparier* korrigier* arregla* repara* corrige* repare* 修复 修好 修正 直して 修復
broken: broken malformed invalid truncated trailing_comma does_not_parse kaputt* defekt* roto rota malformado casse* 损坏 坏了 破损 格式错误 壊れた 不正な
clean: clean cleaned cleanup tidy scrub sanitize dedupe deduplicate aufraum* bereinig* saubere limpia* ordena nettoie* nettoyer 清理 清洗 整理 クリーン きれいに
csv: csv spreadsheet table_export tsv tabelle hoja_de_calculo tableur 表格 スプレッドシート
schema: schema* contract_of request_contract interface_version 模式 スキーマ
validate: validate* validat* conform* valid complies comply satisf* match_the_schema prufe_gegen validier* valida validez valide* conforme 验证 校验 符合 検証 適合
breaking: break* backwards_compatible backward* compatible incompatib* breaking existing_callers kompatib* compatibl* rompe casse_les 兼容 破坏 互換
compare: compare* comparison diff difference* differ side_by_side versus vs between vergleich* unterschied* compara* diferencia* 比较 对比 差异 比較 違い 差分
hash: hash* sha256 sha-256 sha512 sha-512 sha1 md5 digest checksum prufsumme hashwert suma_de_verificacion empreinte 哈希 摘要值 ハッシュ
webhook: webhook* callback* hook event_notification
normalize: normali* one_format common_format standard_form uniform unify vereinheitlich* normaliza* 统一格式 规范化 正規化
timezone: timezone* time_zone* local_time clock o'clock zeitzone* uhrzeit uhr huso_horario hora hora_en fuseau heure 时区 几点 时间换算 タイムゾーン 時差 何時
jwt: jwt jwts bearer_token access_token id_token claims
decode: decode* decoding dekodier* entschlussel* decodifica* descifra decoder 解码 解析 デコード 復号
regex: regex* regexp regular_expression* pattern regularer_ausdruck expresion_regular expression_reguliere redos backtracking 正则 正規表現
judge: judge* better_answer best_answer which_answer which_reply which_of_these_answers which_of_these_two grade_these score_these pick_the_best winner bewerte_welche juzga cual_es_mejor 评判 哪个更好 哪个回答 評価 どちらが良い どの回答
ip: ip ips ip-address ip_address client_ip visitor direccion_ip adresse_ip ip地址 アイピー
location: located location where country city region standort wo_steht land ubicacion donde pais ou_se_trouve pays 位置 哪里 国家 在哪 どこ 国 場所
network: network asn isp provider carrier hosting_company netz netzwerk red reseau 网络 运营商 ネットワーク
hmac: hmac webhook_signature signature_header stripe-signature x-hub-signature
signature: signature* signed signatur unterschrift firma 签名 署名
verify: verify* verif* check_the_signature genuine authentic authenticity forged fake prufe prufen echt verifizier* comprueba autentic* verifie* authentique 验证 真伪 核实 検証 本物 確認
ratelimit: rate_limit* ratelimit* throttle* too_many_requests quota_per calls_per requests_per how_many_more_calls ratenlimit limite_de_peticiones 限流 频率限制 レート制限
balance: balance* hold holds holding* holdings how_much_eth how_much_usdc funds guthaben kontostand saldo solde fonds 余额 持有 残高
wallet: wallet* treasury account address hot_wallet brieftasche cartera billetera monedero portefeuille 钱包 ウォレット
base: base onchain on_base basescan base_chain
solana: solana sol spl solscan phantom
eth: eth ether gas native
erc20: erc20 erc-20 usdc token tokens usdt weth dai cbbtc 代币 トークン
allowance: allowance* approval* approved spender allowed_to_spend still_move move_my can_spend unlimited_approval freigabe aprobacion autorisation_de 授权 额度授权 承認 許可額
transfers: transfers transfer_history incoming outgoing inflow* outflow* sent_to received_from who_sent payments_to uberweisung* eingange transferencias virements 转账 转账记录 转入 送金 入金履歴
transaction: transaction* tx txn transfer receipt_of_the_tx transaktion* transaccion* 交易 转账 トランザクション 取引
succeed: succe* went_through go_through gone_through confirmed reverted failed status mined durchgegangen erfolgreich exito confirmada reussi* 成功 失败 到账 状态 成功した 失敗 確定
tokeninfo: token_info decimals total_supply supply symbol proxy upgradeable contract_name what_token which_token eip-712 is_this_token real_usdc lookalike impostor metadata 代币信息 总供应量 トークン情報 発行量
mint: mint freeze freeze_authority mint_authority spl_token rug 铸造 冻结 ミント 凍結
authority: authority authorities freeze can_freeze can_mint
paymentwatch: wait_for_payment payment_arrives payment_arrived watch_for incoming_payment has_paid been_paid paid_me did_the_customer_pay money_arrived got_paid notify_when zahlung_eingegangen zahlungseingang pago_recibido paiement_recu 等待付款 收款 入金を待 入金確認 着金
x402: x402 402 paywall payment_required accepts payment-required
lint: lint check review validate examine audit inspect correct valid problems wrong mistakes errors prufe revisa comprueba verifie 检查 审查 チェック 点検 確認
budgetheader: header_size header_budget header_limit fits_in_a_header too_large_for bytes proxies nginx header_too
facilitator: facilitator* payment_payload signed_payment authorization_payload
offerreceipt: offer_receipt offer-receipt signed_offer* signed_receipt jws
rails: dual_rail both_rails both_chains rails solana_and_base base_and_solana two_networks
select: select choose pick which_option which_network which_of best_option cheapest_option auswahl wahle elige elegir cual choisis 选择 选哪 哪个 選ぶ どれ
payto: payto pay-to pay_to receiver receiving_address payment_address recipient_address empfanger receptor destinataire 收款地址 收款方 受取先 支払先 受取アドレス 受取口座 送金先 收款账户 empfangsadresse* zahlungsempfanger direccion_de_cobro direccion_de_pago adresse_de_paiement adresse_de_reception
stable: stable stays_the_same same_address changed keep_changing changing rotates rotating constant swap* gleich_geblieben estable 稳定 变化 安定 変わ 毎回同じ 同じまま いつも同じ 始终相同 每次相同 每次一样 固定 immer_gleich immer_dieselbe immer_gleiche siempre_la_misma siempre_el_mismo toujours_la_meme toujours_le_meme
merchant: merchant* seller* vendor shop_endpoint paid_endpoint paid_api payee handler handler verkaufer* handler* vendedor* comerciante* vendeur* marchand* 商家 卖家 商户 販売者 店舗 加盟店
legit: legit* scam* fraud* trustworthy reputable pay_or stay_away before_any_money is_it_safe_to_pay safe_to_pay seriose* betrug estafa arnaque 可信 骗子 诈骗 詐欺 信用できる
smoke: smoke alive reachable_and responding quick_check_of_the_endpoint does_it_answer answers_with_a_402 paywalled
probe: probe how_to_pay what_would_it_take_to_pay payable recipe unpaid_request dry_call without_paying
integration: integration* integrated integrate onboarding ready readiness discoverable discovery_documents well-known bereit listo pret 就绪 接入 準備 対応
settlement: settle* settled settlement confirmed_on_chain did_my_payment payment_land landed money_arrive abgewickelt liquidad* regle* 结算 到账 決済
delta: verify_and_settle verify_said settle_said disagree discrepancy differ mismatch
openapi: openapi swagger api_spec operation* spec
mcptool: mcp_tool tool_call paid_tool tool settle_gate
mcp: mcp mcp_server model_context_protocol
hire: hire hiring_brief done_when acceptance_criteria acceptance_test* deliverable* job_brief definition_of_done abnahme* criterios_de_aceptacion 验收 验收标准 受け入れ 完了条件
citation: citation decision_ref decision_reference cites joined join
audit: audit auditor* audit_trail accounting compliance audit-fahig auditoria 审计 監査
receipt: receipt* quittung* beleg* recibo* recu* 收据 凭证 领収 領収 レシート
bind: bind binding bound tie link_together attach_to belongs_to_this verknupf* vincula* lier 绑定 紐付
failure: fail* failed refused rejected declined error why_did went_wrong abgelehnt fehlgeschlagen fehler fallo rechazado refuse* echoue* 失败 被拒 报错 失敗 拒否 エラー
paid: paid pay payment payments charged twice zahlung bezahlt bezahlen zahlen pago pague pagar paye* paiement payer 付款 支付 付了 支払 払っ
readback: read_back readback wrote_and what_i_wrote what_was_written intended observed landed_as compare_what_i_wrote took_effect really_written 回读 写入 書き込み 読み戻
constraint: constraint* limits_agreed mandate* within_the_limits obey* conditions einschrankung* restriccion* contrainte* 约束 限制条件 制約 条件
costestimate: cost_estimate estimate* what_will_it_cost what_would_it_cost how_much_will total_cost cost_of_these budget_for planned_calls plan_cost kosten_schatz* kostenvoranschlag presupuesto estime 预算 费用估算 要花多少 見積 費用
walletready: wallet_readiness first_payment all_the_checks all_checks everything_before_paying ready_to_pay before_the_first_payment readiness_pack erste_zahlung primer_pago premier_paiement 第一次付款 首次付款 初めての支払
feature: feature* featured_slot featured slot promote* advertise* front_row on_top spotlight bewerb* hervorgehoben destaca* promociona* mettre_en_avant 推广 置顶 推荐位 広告 掲載 目立つ
mintreceipt: mint_a_receipt issue_a_receipt action_receipt receipt_for_the_action signed_receipt write_a_receipt sign_off quittung_ausstellen emite_un_recibo emets_un_recu 开具凭证 签发收据 レシートを発行 領収書を発行
spend: spend* reserve set_aside earmark put_a_hold hold_of reserved reservation clearance allowance_of ausgabe* ausgeben reserviere* gasto* gastar reserva* depense* 支出 花费 预留 支出を
agent: agent* bot bots assistant* agente* 代理 智能体 机器人 エージェント ボット
state: state stale version precondition* current_state go_ahead still_valid zustand estado etat 状态 版本 状態
idempotent: idempoten* duplicate* twice double retry_safely safe_to_retry already_done repeat repeated doppelt zweimal duplicad* dos_veces repeticion double 重复 幂等 两次 重複 二重 冪等
destructive: destructive dangerous destroy* delete* deletes wipe* drop_table irreversible command shell rm blast kubectl gefahrlich* loscht zerstor* befehl peligros* destructiv* borra comando dangereux detruit commande 危险 删除 命令 破坏 危険 破壊 コマンド 削除
target: target production prod staging right_cluster wrong_cluster right_environment cluster environment produktion* umgebung produccion entorno objetivo production cible 生产环境 目标 集群 本番 対象
infra: infra infrastructure cluster clusters terraform kubernetes kubectl server instance host bucket database aws gcp 基础设施 服务器 インフラ クラスタ
retry: retry retries retrying backoff retry_storm storm hammering wiederhol* reintent* nouvelles_tentatives 重试 リトライ 再試行
drift: drift* shifted shift distribution mix changed_statistically abweich* verteilung deriva distribucion derive 漂移 分布 ドリフト 分布 weichen weicht abgewichen verschoben desvi* ecart* s_ecartent 偏离 偏差 ずれ 乖離
exfil: confidential nothing_confidential exfil* leak* leaking secrets secret credentials passwords pii personal_data sensitive_data api_keys geheimnis* zugangsdaten preisgeb* secretos credenciales filtra* fuite* 泄露 泄漏 秘密 密码 敏感信息 漏洩 機密 パスワード
pin: pin pinned contract_changed rug_pull tool_definition hash_of_the_contract frozen changed_since same_contract 固定 锁定 固定した ピン留め
assert: assert* invariant* add_up adds_up holds_true consistent consistency correct_state sum_of stimmt_die asegura invariante* coherent* 断言 一致性 不变量 アサート 整合
trace: trace* traceparent span spans provenance herkunft traza* procedencia 追踪 链路 来源 トレース 来歴
scorecard: scorecard self_assessment questionnaire how_reliable reliability_of_my best_practices practices zuverlassig* fiabilidad confiabilidad 可靠性 自评 信頼性 自己診断
tokens: tokens token_count context_window fit_into fits_into fit_in context token prompt_size kontextfenster ventana_de_contexto fenetre_de_contexte 上下文 令牌 词元 コンテキスト トークン数
prompt: prompt message messages
loop: loop* looping stuck going_in_circles too_many_calls tool_calls calls_so_far budget_left runaway schleife bucle boucle 循环 调用次数 ループ 呼び出し回数
tooltax: tool_definitions tool_catalog tool_list tools_cost token_tax how_many_tokens_do_my_tools tool_descriptions werkzeug* herramientas outils 工具定义 工具列表 ツール定義 ツール一覧
usage: usage spent_so_far what_did_i_spend my_spending statement my_calls calls_this consumption verbrauch ausgegeben consumo he_gastado consommation ai_depense 用量 使用情况 使用量 利用状況
identity: identity same_agent still_the_agent onboarded impersonat* identitat identidad identite 身份 同一个 身元 同一
inject: inject* injection hidden_instructions instructions_aimed aimed_at steer* manipulate* jailbreak hidden_commands talk_to_the_model instruct* orders eingeschleust* versteckte* befehle anweisungen instrucciones_ocultas ordenes_ocultas instructions_cachees 注入 隐藏指令 隐藏的指令 操纵 インジェクション 隠し命令 隠された指示 指示
poison: poison* tool_poisoning shadowing malicious_tools vergift* envenenad* empoisonne* 投毒 中毒 汚染
permission: permission* scopes scope least_privilege privileges rights too_much_access take_away berechtigung* rechte permisos droits 权限 权限审查 権限
skill: skill skills skill.md plugin plugins fahigkeit habilidad competence 技能 插件 スキル プラグイン
vet: vet vetting check_before_install install safe_to_install installieren instalar installer 安装 审核 インストール 審査
surface: attack_surface attack_path* capabilities lethal_trifecta choke* what_could_an_attacker angriffsflache superficie_de_ataque surface_d'attaque 攻击面 攻击路径 攻撃対象領域 攻撃経路
attest: attest attests attestation vouch vouches vouche* put_on_record certify testify endorse bescheinig* bezeug* atestigua* certifica* certifie* atteste* 证明 背书 认证 証明 保証
attestation: attestation* att_ vouch* bescheinigung atestacion certificacion 证明 背书 証明書 アテステーション
remember: remember* memory memories memorise recollect* erinner* gedachtnis speicher memoria recuerd* memoire souvenir* 记忆 内存 記憶 メモリ
tamper: tamper* altered manipulated integrity chain_intact changed_behind manipuliert verander* unversehrt alterad* manipulad* integridad falsifie* integrite 篡改 完整性 改ざん 改竄 整合性
compress: compress* compression summary_lose lost lose lose_or_invent dropped missing_from_the_summary invent* verloren erfund* perdi* invent* perdu 压缩 丢失 遗漏 压缩后 圧縮 失われた 欠落
original: original source_text full_version urtext fuente 原文 元の
save: save saved saving keep_it keep_this store keep put remember_this write_down note_down record archive_this jot speicher* speichern ablegen merk_dir notiere notier* guarda* anota* enregistre* sauvegarde* garde note_que 保存 存到 存入 存下 记下 保存して 保存し 記録して 残して
note: note notes notepad notebook memo memos notiz* notizblock nota notas bloc_de_notas bloc-notes carnet 笔记 记事本 便签 备忘 メモ ノート
open: open show read fetch get display zeig* offne lies lese abre muestra lee ouvre montre affiche lis 打开 显示 读取 查看 看看 開い 見せ 表示 読
list: list which all_my what_notes what_do_i_have overview titles liste alle lista listar todas todos lister toutes 列出 列表 所有 全部 一覧 リスト 全て
share: share sharing share_link give_access access_for hand_out teile* teilen freigeben freigabelink comparte* compartir partage* partager 分享 共享 共有
public: public published everyone other_agents others community offentlich* publico* publica* 公开 公共 公開
workspace: workspace* shared_space shared_folder team_space arbeitsbereich* gemeinsamer_ordner espacio_de_trabajo carpeta_compartida espace_de_travail dossier_partage 工作区 共享空间 共享文件夹 ワークスペース 共有フォルダ 共有スペース
create: create* make set_up open_a start new einricht* erstell* anlegen lege crea* abre_un cree* creer 创建 建立 新建 作成 作って 新しい
write: write writes put append add add_to append_to save_to update schreib* escrib* ecri* 写入 写到 追加 書き込 書いて 追記
file: file files path datei* archivo* fichero* fichier* 文件 ファイル
handoff: hand-over handover hand_over handoff hand-off hand_off next_agent signing_off ubergabe* ubergebe traspaso relevo passation 交接 移交 引き継ぎ 引継
square: square public_square the_square agent_square board marktplatz platz_der plaza place_publique 广场 スクエア 広場
publish: post posting posts put_up publish announce* announcement veroffentlich* poste* ankundig* publica* anuncia* publie* annonce* 发布 发帖 公告 投稿 告知 アナウンス
feed: feed asking_for saying_on latest_posts posts_on talking_about read_the_square feed_of beitrage publicaciones publications 动态 帖子 フィード 投稿一覧
reputation: reputation track_record how_trustworthy_is_agent trust_score known_for standing ruf reputacion 信誉 声誉 名声 评价 評判 信用
leaderboard: leaderboard ranking top_agents top_ten best_agents highest rangliste bestenliste clasificacion ranking_de classement 排行 排行榜 排名 ランキング 順位
lead: lead leads prospect* sales_lead sales_call talking_points call_with meeting_with pitch vertriebs* verkaufsgesprach interessent* cliente_potencial prospecto* prospect 潜在客户 销售线索 商谈 見込み客 商談 リード
brief: brief* one_page one-page one-pager short_profile overview who_are_they background kurzprofil steckbrief resumen_de perfil fiche 简介 简报 概况 概要 ブリーフ
company: company companies firm business startup organisation organization they unternehmen firma betrieb empresa* compania entreprise* societe 公司 企业 会社 企業
dossier: dossier everything_about full_research deep_research_on comprehensive complete_picture complete_profile full_profile lead_research account_research ausfuhrlich* dosier expediente dossier_complet 档案 全面调查 完整档案 詳細な調査 徹底調査
teardown: teardown tear_down taken_apart take_apart business_model funnel strengths_and_weaknesses deep_report deep_analysis positioning_and_pricing zerleg* tiefenanalyse starken_und_schwachen desmenuza fortalezas analisis_profundo forces_et_faiblesses decortique 拆解 深度分析 商业模式 优劣势 强み 弱み 徹底的に分析 分解分析
people: leads_the leadership management team executives founder* ceo cto who_runs who_leads who_works decision_makers staff fuhrung* leitet geschaftsfuhr* mitarbeiter ansprechpartner personas directivos equipo quien_dirige dirigeants equipe qui_dirige 领导 管理层 团队 创始人 高管 经营 経営陣 役員 創業者 社長 メンバー
hiring: hiring jobs job_openings openings open_positions open_roles vacancies careers recruiting recruit jobs_do_they stellen stellenanzeigen einstell* sucht_mitarbeiter contratando vacantes empleo ofertas_de_empleo embauche* recrute* offres_d'emploi postes 招聘 职位 招人 岗位 求人 採用 募集
competitor: competitor* rivals rival competition alternatives compete* competing wettbewerb* konkurren* mitbewerber competidor* competencia rivales concurren* 竞争对手 竞品 竞争 競合 ライバル
fit: fit score_of_fit outreach opener cold_mail first_mail ice-breaker
summarize: summed summar* sum_up sum_it_up sum_this_up sum_that_up sum_them_up sums_up boil_it_down in_short gist_of gist tldr tl;dr condense* shorten in_a_nutshell key_points key_takeaways boil_down abstract zusammenfass* fasse fass kurzfassung resum* sintetiza* resumeme resume 总结 摘要 概括 归纳 要約 まとめ 要点
classify: classif* categor* which_queue label which_label which_category sort_into triage route_this tag_this is_this_spam einordn* kategori* clasific* etiquet* classe* 分类 归类 类别 分類 カテゴリ 仕分け
extract: extract* pull_out pull get_the fields_from out_of_this structured read_off auszieh* extrahier* extrae* extraer saca extrais extraire releve 提取 抽取 抽出 取り出
fields: fields invoice_number total due_date amount name_and values data_points schema felder campos champs 字段 项目 項目 フィールド
translate: translat* in_english into_english into_german into_french ubersetz* traduc* tradu* traduis* traduire 翻译 译成 译为 翻成 翻訳 訳し 英訳 和訳
rerank: rank rerank* most_relevant order_them order_these order_by sort_by_relevance best_first relevance rang_nach sortier* ordne ordena* clasifica_por relevancia classe_par pertinence trie 排序 相关性 按相关 並べ替え 関連度 順に並べ
embed: embed* vector* similarity similar_are cosine semantic* einbettung* ahnlich* vektor* incrusta* vectores similitud vecteur* similarite 向量 嵌入 相似度 ベクトル 埋め込み 類似度
describe: describe* alt_text alt caption* what_is_in what_is_on what's_in depict* shows beschreib* was_ist_zu_sehen describe_la decris que_hay_en 描述 图里有什么 配图说明 説明して 何が写って 代替テキスト
ocr: ocr text_in_the_picture read_the_image scanned photographed type_out text_from_the_image text_on_the text_off handwrit* texterkennung gescannt* escaneado scanne* 识别文字 扫描件 图中文字 文字認識 文字起こしして_画像
paint: paint draw generate_an_image generate_a_picture illustration illustrate render_an_image watercolour watercolor drawing sketch make_an_image create_an_image male zeichne erzeuge_ein_bild dibuja pinta genera_una_imagen dessine peins genere_une_image 画一 绘制 生成图片 生成一张 描いて 絵を 画像を生成
moderate: moderat* nsfw suitable_for safe_for appropriate_for child-safe child_safe allowed_to_show explicit violence nudity jugendfrei anstossig apta apropiad* contenido_explicito convient_aux approprie 审核 是否合规 不雅 适合儿童 モデレーション 不適切 適切か
transcribe: transcri* voicemail voice_message recording podcast what_is_said subtitles captions_for sprachnachricht aufnahme mitschrift grabacion subtitulos nota_de_voz enregistrement message_vocal 转写 录音 语音 字幕 文字起こし 音声 録音
sound: audio sound clip ton sonido son 音频
speech: out_loud spoken speak read_aloud say_it voice_over narrate text_to_speech text-to-speech tts speech as_audio audio_version mp3 wav audio_file vorlesen lies_vor sprachausgabe audiodatei lee_en_voz_alta voz_alta en_audio a_voix_haute lis_a_haute 朗读 语音播报 读出来 读给 语音合成 読み上げ 音声にして 音声合成
preflight: preflight before_my_agent_writes one_decision single_decision before_it_writes all_three_guards before_we_write before_writing vor_dem_schreiben una_sola_decision antes_de_escribir une_seule_decision avant_d'ecrire 写入前 一次性检查 書き込む前 まとめて判定
endpoint: endpoint* outcome* api tool service offer_for which_tool which_endpoint which_service catalog catalogue 接口 端点 エンドポイント
check: check ok okay good fine any_good look_at legit valid prufe uberpruf* ok in_ordnung comprueba revisa bien verifie correct 检查 看看 查一下 可以吗 チェック 確認 大丈夫 調べて
give: give get make turn put have give_it_to_me gib mach dame haz pon donne fais mets 给我 变成 して くれ
today: today now current currently latest this_week this_morning right_now heute aktuell* hoy ahora actual aujourd'hui maintenant actuel* 今天 现在 最新 当前 今日 今 現在 最新
tomorrow: tomorrow morgen manana demain 明天 明日
open_positions: sales_team engineers growing scaling
manual: manual handbook guide documentation
weather: umbrella schirm regenschirm windy wind sunshine storm freezing humid jacket kalt warm schnee sturm sonnig lloviendo llueve lluvioso nieve paraguas viento neige vent ensoleille parapluie pleut pleuvoir 雨 风 降雪 雪 傘 晴れ 気候
screenshot: rendering render_of bildschirm* captura_de_pantalla pantallazo capture_ecran screen_capture 画面截图 画面キャプチャ
page: webseiten internetseite site_page url_page 頁 サイトのページ
news: breaking_news newspapers berichte schlagzeilen berichtet meldungen titulares prensa actualidad presse actualites journal 新闻报道 记事 最新记事
hn: ycombinator
encyclopedia: enzyklopadie encyclopedie encyclopedique 百科全书
archive: internet_archive in_the_past formerly frueher fruher damals antes_era copia_archivada hace_anos avant autrefois 旧版 历史快照 昔
research: bericht_mit_quellen quellen belegt fuentes citas sources_citees cites_sources 引用来源 出典 根拠
stock: boerse borse bolsa aktienpreis anteilschein titre_boursier 股市 株式
price: teuer kostenpunkt value_of worth_of 价位 报价 価値
geocode: lat latitud longitud geokoordinat* breitengrad langengrad map_point 纬度 经度 緯度経度
headers: hsts csp sicherheitsheader kopfzeile encabezado* en-tete 安全头 セキュリティヘッダー
redirect: destination final_destination final_url unshorten weitergeleitet endet_bei verbirgt_sich redireccion* termina apunta aboutit pointe_vers renvoie 最终地址 指向 最終的 行き先
currency: wechselkurs geldbetrag tipo_de_cambio cambiar taux_de_change 货币兑换 外币 為替レート
dictionary: wortbedeutung heisst significado_de que_significa que_veut_dire sens_du_mot 什么意思 とは 語義
crypto: krypto bitcoins ethers stablecoin 加密 币价 暗号資産 ビット ソラナ
sentiment: angst gier miedo codicia peur avidite 恐惧 贪婪 恐怖 貪欲
dns: dns-record* mail_server mail_servers mailserver zonendaten servidor_de_correo registros serveur_de_messagerie 邮件服务器 DNS
resolve: aufgelost namensauflosung resolucion resolution 解析到
whois: angemeldet registrierungsdatum inhaber eigentumer gehort titular propietario a_quien_pertenece proprietaire appartient depot_du_nom 所有者 持有人 归谁 所有 取得日
domain: webadresse nom_de_domaine nombre_de_dominio 网域
vehicle: auto automobile wagen baujahr hersteller marke coche ano_del_modelo annee_modele 车型 汽车型号 年式 メーカー
email: mailadresse e-mail-adresse postfach buzon boite_mail adresse_mail adresse_electronique 电子邮箱 信箱 メールアドレス
deliver: zustellbar empfangen existiert gultig recibir existe valido recevoir valide existante 能收到 收信 受信
parse: aufschlusseln auseinandernehmen zerteilen desglosar decomposer 拆分 読み解
filings: pflichtveroffentlichung* jahresbericht quartalsbericht geschaftsbericht informe_anual informe_trimestral rapport_annuel rapport_trimestriel 年度报告 季度报告 決算書
tech: gebaut_mit programmiert_mit software_stack hecho_con construido programado construit realise_avec developpe technologie 搭建 框架 技术 構築 何で作られ
pdf: pdf-datei pdf-dokument archivo_pdf fichier_pdf
repo: code_base projekt quellcode codigo_fuente code_source projet_git proyecto 源码 源代码 ソースコード
safe: gefahrlos bedenkenlos unbedenklich de_fiar peligroso dangereux sans_danger 有风险 危ない 安心
repair: heile in_ordnung_bringen componer arreglar corriger reparer 修补 直す
csv: tabellendatei datei_mit_spalten hoja tableau 表 CSV
schema: vorlage esquema schema_json 数据模式
validate: gultig entspricht passt_zu cumple se_ajusta respecte correspond 是否符合 準拠
breaking: bricht_ab inkompatibel alte_clients clientes_antiguos anciens_clients 不兼容 互換性 壊れる
hash: fingerabdruck huella hachage condensat 指纹 校验和 チェックサム
webhook: ereignis evento evenement 事件 イベント
normalize: einheitlich einheitliches formato_comun format_commun 统一 統一
timezone: ortszeit hora_local heure_locale decalage 当地时间 现地时间 現地時間 時刻
jwt: token_jwt 令牌内容 jwtトークン
decode: auslesen inhalt_des contenido_del contenu_du 中身 内容を見 看内容
regex: ausdruck_testen muster_testen probar_la_expresion motif 匹配 マッチ
judge: bewerten beurteile welche_antwort puntua evalua_las note_les evalue 打分 评分 哪一个更好 採点 優れて
ip: ip-adresse adresse_ip
location: herkunft ort procedencia lugar lieu localisation provenance 位于 地点 所在地 地域
hmac: signatur_des_webhooks firma_del_webhook signature_du_webhook 签名密钥 署名検証
signature: unterschrieben signiert firmado signe 簽名 签署 署名済み
ratelimit: anfragen_pro drossel* peticiones_por limite_de_solicitudes requetes_par limite_de_debit 每分钟 请求频率 毎分 回数制限
balance: bestand besitzt enthalt saldos cuanto_tiene detient 有多少 残っている 保有
transfers: uberweisungen zahlungseingange transferencia ingresos virement transferts 转入转出 入出金
transaction: uberweisung zahlungsvorgang operacion operation 交易记录 取引内容
succeed: geklappt funktioniert durchgelaufen completada fallo funciono reussie abouti 是否成功 通った
paymentwatch: warte_auf_zahlung zahlung_da eingetroffen sag_bescheid avisame_cuando llegue_el_pago previens-moi_quand paiement_arrive 到账通知 等到 届いたら 入金したら
x402: zahlungsaufforderung
merchant: anbieter tienda_en_linea proveedor boutique fournisseur 供应商 店家 ショップ
legit: vertrauenswurdiger serios legitimo fraude legitime honnete fraudeur 正规 靠谱吗 正当 本物の店
failure: klappt_nicht gescheitert fehlermeldung no_funciono mensaje_de_error a_echoue message_d'erreur 出错 原因 うまくいかない
receipt: beleg bescheinigung comprobante justificante justificatif 回执 受領 証憑
constraint: grenzen vorgaben limites reglas regles limites_fixees 规则 上限 制限
costestimate: was_kostet_das_alles gesamtkosten coste_total cout_total combien_coutera 总费用 一共多少 合計いくら
feature: prominent auffallig platzieren destacado mise_en_avant 展示位 おすすめ枠
spend: budgetgrenze ausgeben_darf presupuesto_diario plafond_de_depense 限额 支出上限 使ってよい
state: ausgangslage situation_actual etat_actuel 当前状态 现在状态 現在の状態
idempotent: nochmal_senden erneut_senden schon_gesendet reenviar ya_enviado renvoyer deja_envoye 重发 重新发送 再送 二回
destructive: gefahr loschen zerstorerisch borrar eliminar peligro supprimer detruire 风险命令 有害 消える
target: richtige_umgebung welche_umgebung que_entorno quel_environnement 哪个环境 どの環境
retry: erneut_versuchen nochmal_versuchen volver_a_intentar reessayer 再试 もう一度
drift: veranderung_der_verteilung hat_sich_verschoben ha_cambiado_la a_change_la 数据漂移 変化した
exfil: vertraulich geheim datenleck passworter filtracion contrasenas datos_personales mots_de_passe donnees_personnelles 隐私 个人信息 個人情報 秘密が
pin: festgeschrieben eingefroren fijado fige 锁定版本 固定版
trace: ablaufverfolgung rastreo tracage 调用链 実行履歴
tokens: passt_in kontext contexto contexte 多少令牌 文脈長
loop: dreht_sich_im_kreis endlosschleife da_vueltas tourne_en_rond 死循环 堂々巡り
usage: verbraucht mein_verbrauch gastado cuanto_gaste mes_depenses j'ai_depense 花了多少 消费记录 使った金額 使用履歴
identity: derselbe_agent mismo_agente meme_agent 同一个代理 同じエージェント
inject: manipul* versteckt beeinfluss* manipular manipulacion engan* ordenes_al_modelo manipuler tromper consignes_cachees 操控 诱导 操作しよう 騙そう 誘導
permission: zugriffsrechte zu_viele_rechte demasiados_permisos trop_de_droits 权限过大 権限過多
skill: skill-paket paquete_de_habilidad 技能包
vet: bosartig schadlich malicioso maliciosa malveillant 恶意 悪意
surface: angriffswege caminos_de_ataque chemins_d'attaque 入侵路径
attest: beglaubige notarisiere da_fe testimonia temoigne notarise notarize notary 公证 公証
tamper: gefalscht manipulation geandert alterado falsificado falsifiee modifie 被改 書き換え
compress: verdichtet zusammengefasst_und weggefallen resumido_y omitido resume_et omis 省略 抜け落ち
save: behalte merken aufbewahren aufheben ablege memoriza conserva conserver memorise 存储 收藏 取っておいて 覚えて
note: zettel merkzettel apunte apuntes 记录本 手帳
open: zeigen anzeigen hole leer mostrar ensename afficher consulter 读出 開く 読み込
list: auflisten welche aufzahlen enumera cuales enumere quels quelles 有哪些 どれがあり 何がある
share: zugriff_geben lesezugriff dar_acceso enlace_para donner_acces lien_de_partage 共享链接 共有リンク
workspace: arbeitsbereich* arbeitsraum projektordner area_de_trabajo espacios_de_trabajo espaces_de_travail 工作空间 作業領域
create: richte_ein einrichten errichte establece configura etablis mets_en_place 开一个 立ち上げ
write: trage eintragen hineinschreiben anade anadir agrega ajoute ajouter inscris 添加 加到 加える
handoff: ubergeben weitergabe entregar_el_turno passer_la_main 交班 引継ぎ
square: agentenplatz plaza_publica place_des_agents 代理广场 エージェント広場
publish: aushang anzeige_schalten colgar_un_anuncio publica_un afficher_une_annonce 张贴 掲示
reputation: wie_vertrauenswurdig zuverlassigkeit_von que_tan_fiable fiabilite_de 可信度 信頼度
leaderboard: beste_agenten mejores_agentes meilleurs_agents 最好的代理 上位
company: geschaft konzern negocio compania boite 企業情報 事業者
people: vorstand chefs fuhrungskrafte directores jefes direccion patrons cadres 管理人员 负责人 幹部 責任者
hiring: stellenangebote offene_stellen personal_gesucht ofertas_de_trabajo puestos offres_d'emploi embaucher 在招 招人吗 採用情報 募集中
competitor: konkurrenz mitbewerb* rivales adversarios rivaux 对手 他社
lead: kundentermin kunde cliente client 客户 顧客
summarize: boil* nutshell digest recap synopsis kurz_und_knapp in_wenigen auf_den_punkt kernaussagen hauptpunkte wesentliche resumen en_pocas_palabras puntos_clave en_bref en_quelques points_cles 简述 要旨 简要 手短に かいつまんで
classify: ordne_zu zuordnen welche_kategorie que_categoria quelle_categorie ordne_ein 属于哪 判断类别 どの分類 振り分け
extract: heraus herausziehen sacar recuperer recoger 摘出 拾い出し
translate: auf_deutsch auf_englisch auf_franzosisch auf_spanisch ins_deutsche ins_englische en_ingles en_espanol al_ingles al_espanol en_anglais en_francais 译 英語に 日本語に 中国語に
rerank: reihenfolge nach_relevanz por_relevancia par_pertinence 排一下 関連順
embed: einbetten embedding* incrustaciones plongement 向量化 ベクトル化
describe: bildbeschreibung alternativtext was_sieht_man que_se_ve descripcion_de_la_imagen que_voit-on legende 图片说明 画像の説明
ocr: abtippen text_auf text_im_bild texto_de_la_imagen texto_en_la_foto texte_de_l'image texte_sur 识字 图片文字 文字を読
paint: zeichnung bild_von illustriere ilustracion imagen_de illustration_de image_de genere_une_illustration 画一张 画个 生成一幅 イラスト
moderate: unangemessen harmlos inapropiad* inapproprie convenable 合适吗 安全审核 問題ない
transcribe: abtippen_was gesprochen gesagt_wird niederschrift transcripcion se_dice dicho_en retranscri* ce_qui_est_dit 听写 转成文字 書き起こし
speech: vorgelesen sprich laut_vor hazlo_hablar lee_en_alto lecture_audio lis_le_texte 语音朗读 念出来 しゃべって 声に出
sound: tonaufnahme pista_de_audio piste_audio 音訊 オーディオ
today: gerade derzeit im_moment en_este_momento en_ce_moment 目前 此刻 ただいま
news: story stories newest_story reported written_about write_about
search: look_for
clean: straighten neaten sort_out polish
people: at_the_top top_people bosses heads_of head_of board_members
summarize: essence main_points few_sentences minutes_of short_form
broken: not_proper not_valid not_legal invalid_json unparseable unparsable wont_parse does_not_parse doesnt_parse half_broken cut_off mangled
stable: stay_put stays_put stays_fixed same_every_time same_each_time always_the_same never_changes same_wallet_each
ocr: 写了什么 什么字 上面写 图里的字 图中文字 何と書いて 何が書いて
attest: put_it_on_record put_this_on_record on_the_record
shortlink: link_in enlace lien kurzer_link
`
