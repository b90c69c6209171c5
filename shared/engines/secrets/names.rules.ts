/** How much a name says about its value. */
export type NameKind = 'password' | 'secret' | 'key'

/** Words that make a name the name of a secret, by what its value then looks like. RE2 syntax, any case. */
export const secretNames: readonly { kind: NameKind; pattern: string }[] = [
  {
    kind: 'password',
    pattern:
      'pass(?:word|wd|phrase|code|wrd)s?|passw|pwd|[_-]pass(?:\\b|_)|\\bpass\\b|kennwort|passwort|contrase(?:n|ñ)a|mot[_-]?de[_-]?passe|senha|wachtwoord|has[lł]o\\b|heslo\\b|salasana|l(?:o|ö)senord|passord|adgangskode|пароль|密码|密碼|パスワード|비밀번호|(?:db|user|usr|admin|root|my|smtp|mail|ftp|ssh|sql|pg|postgres|ldap|rds|redis|mongo|login|auth|proxy|account|svc|service|database)pass\\b|(?:bind|root|admin|db|user|ftp|mail|smtp)_?pw\\b|(?:wpa|wifi|wlan)_?psk\\b|\\bpsk\\b',
  },
  {
    kind: 'secret',
    pattern:
      'secrete?s?|tokens?|tok\\b|api[_ .-]?keys?|apikey|app[_ .-]?key|access[_ .-]?key|auth[_ .-]?key|private[_ .-]?(?:access[_ .-]?)?key|priv[_ .-]?key|privatekey|secretkey|signing[_ .-]?key|encrypt(?:ion)?[_ .-]?key|decryption[_ .-]?key|master[_ .-]?key|account[_ .-]?key|license(?:[_ .-]?key)?|licence[_ .-]?key|consumer[_ .-]?key|service[_ .-]?key|server[_ .-]?key|admin[_ .-]?key|write[_ .-]?key|integration[_ .-]?key|storage[_ .-]?key|shared[_ .-]?(?:access[_ .-]?)?key|subscription[_ .-]?key|hmac[_ .-]?key|deploy[_ .-]?key|user[_ .-]?key|webhook[_ .-]?key|credentials?|creds?\\b|bearer|jwt|oauth|hmac|_auth\\b|authkey|cookie|session[_ .-]?(?:id|key)|\\bprivate\\b|[a-z]private\\b|sessionid|connection[_ -]?string|conn[_ -]?str',
  },
  {
    kind: 'key',
    pattern:
      '[_. -]key|[a-z]key|\\bkey|\\baccess\\b|[a-z0-9]access\\b|\\bauth|\\bsalt|_salt|client[_ .-]?id|app(?:lication)?[_ .-]?id|\\bpin\\b|authorization|webhook',
  },
]

/** Ends of a name that make its value something about a secret, not the secret. */
export const harmlessEnds =
  '(?:[_. -]?(?:ids?|names?|types?|files?|filename|paths?|dirs?|urls?|uris?|hosts?|ports?|length|len|size|count|index|idx|label|fields?|columns?|class|methods?|polic(?:y|ies)|format|algorithm|alg|expir(?:y|es|ation|ed)?|ttl|time|timeout|date|prefix|suffix|regex|pattern|help|hint|messages?|msg|errors?|title|text|placeholder|env|var|arn|refs?|version|status|usage|limit|issuer|endpoint|chars|map|lists?|provider|manager|service|store|vault|kind|mode|scopes?|required|enabled|valid|visible|input|form|page|view|button|link|reset|strength|generator|checker|checksum|bits|ring|board|frame|stroke|press|down|up|event|handler|izer|ize|ized|izing|budget|price|cost|rate|usage|reader|parser|stream|counts?|mint|address|symbol|owner|program|locked|identifier|tag|template|entity|table|rotation|management|str|spec|exists?|required|protected|less|rules?|history|change|changed|verification|attempts?))$'

/** Kinds of key that open nothing. */
export const harmlessKeys =
  '(?:correlation|websocket|commit|checksum|digest|public|publishable|primary|foreign|sort|partition|cache|row|hash|index|bucket|object|map|dict|json|group|search|lookup|translation|i18n|message|route|event|metric|feature|config|schema|registry|item|sub|hot|arrow|enter|tab|escape|shift|ctrl|alt|delete|function|unique|composite|natural|surrogate|state|style|color|react|valid|idempotency|dedup|trace|span|queue|topic|property|attribute|column|header|form|option|setting|turn|don|mon|whis|hoc|joc|lac|bas|str|pub|image|artist|file|data|node|tree|range|start|end|first|last|next|min|max|left|right|press|pressed|any|each|this|that|which|current|default|fk|pk|sender|receiver|recipient|host|known|ssh host|fingerprint|section|tooltip|label|menu)[_ .-]?keys?$'

/** Services whose name next to a random value is enough. Lower case, without blanks or marks. */
export const services: ReadonlySet<string> = new Set(
  `abbysale abuseipdb accuweather adafruit adobe adzuna aeroworkflow agora airbrake airship airtable airvisual
    aiven alchemy alconost aletheia algolia alibaba alphavantage amplitude anthropic apacta apideck apiflash apify
    apilayer apimatic apitemplate apollo appcues appfollow appointedd appsync aqicn artifactory asana assemblyai
    atera atlassian audd auth0 autodesk autoklose avaza aviationstack aws axonaut azure bannerbear baremetrics
    beebole besnappy bestbuy betterstack billomat binance bing bitbucket bitcoinaverage bitfinex bitly bitmex
    blablabus blazemeter blitapp blogger bombbomb boostnote borgbase braintree brandfetch brevo browserling
    browshot bscscan buddyns bugherd bugsnag buildkite buttercms caflou calendarific calendly callrail campayn
    canny capsulecrm captaindata carboninterface cashboard caspio censys centralstationcrm cexio chargebee chargify
    chartmogul chatbot chatfule checio checkly checkout checkvist cicero circleci clarifai clearbit clickhelp
    clicksend clickup cliengo clockify closecrm cloudconvert cloudelements cloudflare cloudimage cloudmersive
    cloudplan cloudsmith cloverly cloze clustdoc codacy codecov codemagic codequiry cohere coinapi coinbase
    coinlayer coinlib collect2 commercejs commodities companyhub confluent contentful conversiontools convertapi
    convertkit convier copper countrylayer courier coveralls craftmypdf crowdin cryptocompare currencycloud
    currencyfreaks currencylayer currencyscoop currentsapi customerio d7network dandelion dareboost databox
    databricks datadog datagov debounce deepai deepgram deepl demio deputy detectify detectlanguage devcycle dfuse
    diffbot diggernaut digitalocean discord disqus ditto docker documo docusign doppler dovico dronahq droneci
    dropbox duply dwolla dynadot dynalist dyspatch eagleeyenetworks easyinsight ecostruxure edamam edenai
    eightxeight elastic elasticemail elevenlabs enablex endorlabs envato envoy etherscan etsy eventbrite everhour
    eversign exchangerate exoscale facebook faceplusplus fastforex fastly fetchrss fibery figma fileio
    financialmodelingprep finicity finnhub fleetbase flickr flightapi flightlabs flightstats flowflu flutterwave
    flyio fmfw formbucket formcraft formio formsite foursquare frameio freshbooks freshdesk fulcrum fullstory
    fusebill fxmarket gcp geckoboard gemini gengo geoapify geocode geocodify geocodio geoipifi getemail getemails
    getgeoapi getgist getresponse getsandbox github gitlab gitter glassnode gocanvas gocardless goodday googlemaps
    grafana graphhopper greptile groovehq groq gtmetrix guardian gumroad gyazo happi happyscribe hellosign
    helpcrunch helpscout hereapi heroku hetzner hiveage holidayapi holistic honeycomb html2pdf hubspot humanity
    hunter hybiscus hypertrack iconfinder iexcloud imagekit imagga impala influx infracost insightly instabot
    instagram integromat intercom interseller intra42 intrinio invoiceocean ionic ip2location ipapi ipgeolocation
    ipify ipinfo ipquality ipstack jenkins jfrog jira jotform jumpcloud juro kanban karma karmacrm keenio kickbox
    klaviyo klipfolio knapsackpro kontent kraken kucoin kylas lambdatest languagelayer larksuite launchdarkly
    leadfeeder lemlist lemonsqueezy lendflow lessannoyingcrm lexigram linearb linemessaging linenotify linkedin
    linkpreview linode liveagent livestorm loadmill logdna loggly logglytoken loginradius logz lokalise loyverse
    magicbell mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailsac mandrill mapbox
    mapquest marketstack mattermost mavenlink maxmind meaningcloud mediastack mesibo messagebird metaapi metabase
    metrilo mindmeister miro mistral mixmax mixpanel monday mongodb monkeylearn moonclerk moosend moralis
    mrticktock myfreshworks myintervals nasdaqdatalink natif neon netcore nethunt netlify neutrinoapi newrelic
    newsapi newscatcher nexmo ngrok nicereply nightfall nimble notion npm nuget numverify nutritionix nvidia nylas
    nytimes oanda octopus okta omnisend onedesk onelogin onepagecrm onesignal onwater oopspam openai opencagedata
    openrouter openuv openweather opsgenie optimizely overloop ovh owlbot paddle pagerduty pandadoc pandascore
    paperform paralleldots parsehub parseur partnerstack passbase pastebin paydirtapp paymoapp paypal paystack
    pdflayer pdfshift peopledatalabs pepipost perplexity pexels pinata pinecone pipedream pipedrive pivotaltracker
    pixabay plaid planetscale planyo plivo poloniex polygon positionstack postageapp posthog postman postmark
    powrbot prefect privacy privatix prodpad proxycrawl pubnub pulumi purestake pushbullet pusher qualaroo qubole
    quickbooks quickmetrics rabbitmq rainforest ramp rapidapi rawg razorpay readme reallysimplesystems rebrandly
    rechargepayments redis refiner repairshopr replicate requestfinance resend restpack revampcrm ringcentral
    ritekit rocketreach roninapp rootly route4me rownd rubygems runrunit salesblink salescookie salesflare
    salesforce salesmate satismeter saucelabs scaleway scalingo scrapeowl scraperapi scraperbox scrapersite
    scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer selectpdf sendbird sendgrid
    sendinblue sentry serpstack sheety sherpadesk shipday shodan shopify shortcut shotstack shutterstock signable
    signaturit signupgenius sigopt simfin simplesat simplybook simvoly sinch sirv siteleaf skrappio skybiometry
    slack smartsheet smartystreets smooch snipcart snowflake snyk sonar sonarcloud sourcegraph sparkpost spendesk
    splunk spoonacular sportradar sportsmonk spotify square squarespace squareup sslmate statuscake statuspage
    statuspal stitchdata stockdata storecove stormboard stormglass storyblok storychief strava stripe stytch
    sugester sumologic supabase supernotes surveyanyplace surveybot surveysparrow swiftype tableau tallyfy tatum
    taxjar teamgate teamworkcrm technicalanalysis telegram teletype telnyx tencent terraform textmagic theoddsapi
    thinkific thousandeyes ticketmaster tickettailor tiingo timecamp timezoneapi todoist tomorrowio tomtom tradier
    transferwise travelpayouts travis trello trufflehog twelvedata twilio twitch twitter tyntec typeform typetalk
    ubidots uclassify unkey unplugg unsplash upcdatabase upcloud uplead uploadcare uptimerobot upwave urlscan
    userflow userstack vagrant vatlayer vbout vercel verimail veriphone versioneye viewneo virustotal
    visualcrossing voicegain voodoosms vouchery vpnapi vultr vyte wakatime weatherbit weatherstack webex webflow
    webscraper webscraping websitepulse weightsandbiases wepay whoxy wistia wiz wolframalpha woocommerce workos
    worksnaps workstack worldcoinindex worldweather xero yandex youneedabudget youtube zapier zendesk zenrows
    zenscrape zenserp zeplin zerobounce zerotier zipapi zipbooks zipcodeapi zoho zonka zonkafeedback zulip zuora`.split(
    /\s+/,
  ),
)
