/** Packages of PyPI that many install, and that names one letter off try to pass for. npm has its own list. */
export const popularPythonPackages: readonly string[] = `
  requests urllib3 numpy pandas boto3 botocore setuptools certifi idna charset-normalizer python-dateutil six
  typing-extensions pyyaml pip cryptography pydantic packaging wheel jinja2 markupsafe click attrs flask django
  fastapi starlette uvicorn httpx aiohttp sqlalchemy pytest scipy matplotlib scikit-learn tensorflow torch
  transformers openai anthropic langchain tiktoken pillow beautifulsoup4 lxml selenium playwright paramiko
  psycopg2 pymysql redis celery tqdm rich typer pygments colorama jsonschema openpyxl python-dotenv google-auth
  protobuf grpcio opencv-python websockets aiofiles pyjwt bcrypt docker kubernetes ansible black mypy ruff
  streamlit gradio sentencepiece huggingface-hub datasets accelerate web3 eth-account ccxt discord telegram tweepy
  slack-sdk stripe twilio sendgrid pypdf pdfplumber reportlab python-docx xlrd networkx sympy nltk spacy gensim
  aiobotocore aioboto3 s3transfer s3fs fsspec gcsfs adlfs awscli jmespath rsa pyasn1 pyasn1-modules cachetools
  google-api-core google-api-python-client googleapis-common-protos google-cloud-storage google-cloud-core
  google-cloud-bigquery google-resumable-media google-crc32c google-auth-oauthlib google-auth-httplib2
  google-generativeai google-genai google-cloud-aiplatform oauthlib requests-oauthlib requests-toolbelt httplib2
  uritemplate proto-plus grpcio-status grpcio-tools azure-core azure-identity azure-storage-blob azure-common msal
  msal-extensions msrest isodate pycparser cffi pynacl pyopenssl service-identity zipp importlib-metadata
  importlib-resources filelock platformdirs virtualenv distlib tomli tomlkit toml pluggy iniconfig exceptiongroup
  sniffio anyio h11 httpcore httptools uvloop watchfiles python-multipart multidict yarl frozenlist aiosignal
  async-timeout aiohappyeyeballs propcache greenlet pydantic-core pydantic-settings annotated-types
  typing-inspection typing-inspect mypy-extensions pytz tzdata tzlocal pendulum arrow babel wcwidth prompt-toolkit
  pyparsing psutil decorator wrapt docutils sphinx sphinx-rtd-theme mkdocs mkdocs-material pyarrow polars duckdb
  soupsieve html5lib bleach webencodings cssselect defusedxml xmltodict lxml-html-clean feedparser
  readability-lxml trafilatura newspaper3k markdown markdown-it-py mdurl mistune mdit-py-plugins itsdangerous
  werkzeug blinker gunicorn gevent waitress hypercorn daphne flask-cors flask-sqlalchemy flask-login flask-wtf
  wtforms djangorestframework django-cors-headers django-filter asgiref sqlparse alembic mako psycopg
  psycopg-binary psycopg2-binary asyncpg aiosqlite aiomysql mysqlclient mysql-connector-python pymongo motor
  cassandra-driver elasticsearch opensearch-py neo4j pyodbc cx-oracle oracledb snowflake-connector-python
  snowflake-sqlalchemy databricks-sdk databricks-sql-connector clickhouse-connect clickhouse-driver peewee
  tortoise-orm sqlmodel dbt-core great-expectations apache-airflow prefect dagster luigi kombu billiard amqp vine
  dramatiq huey apscheduler schedule croniter watchdog tenacity backoff retrying retry ratelimit cachecontrol
  diskcache joblib threadpoolctl cloudpickle dill pathos multiprocess ray dask distributed numba llvmlite cython
  pybind11 ninja cmake meson scikit-build maturin hatchling poetry poetry-core flit-core setuptools-scm build
  twine pipenv pip-tools uv tox nox pre-commit identify nodeenv cfgv coverage pytest-cov pytest-asyncio
  pytest-mock pytest-xdist pytest-timeout hypothesis faker factory-boy freezegun responses respx vcrpy moto mock
  nose behave robotframework locust flake8 pycodestyle pyflakes mccabe pylint astroid isort autopep8 yapf bandit
  safety semgrep pyright jedi parso ipython ipykernel ipywidgets jupyter jupyterlab jupyter-client jupyter-core
  jupyter-server notebook nbformat nbconvert nbclient traitlets tornado pyzmq debugpy matplotlib-inline comm
  stack-data executing asttokens pure-eval pexpect ptyprocess pickleshare contourpy cycler fonttools kiwisolver
  seaborn plotly bokeh altair dash panel holoviews statsmodels patsy xgboost lightgbm catboost optuna hyperopt
  mlflow wandb tensorboard tensorboardx keras torchvision torchaudio pytorch-lightning lightning torchmetrics timm
  einops safetensors tokenizers peft trl bitsandbytes deepspeed vllm onnx onnxruntime tensorrt triton xformers
  diffusers sentence-transformers faiss-cpu chromadb pinecone-client qdrant-client weaviate-client pymilvus
  lancedb llama-index llama-cpp-python langchain-core langchain-community langchain-openai
  langchain-text-splitters langgraph langsmith litellm instructor cohere mistralai groq together ollama replicate
  crewai autogen semantic-kernel haystack-ai guidance dspy-ai mcp fastmcp smolagents pydantic-ai elevenlabs
  openai-whisper pydub librosa soundfile sounddevice pyaudio gtts pyttsx3 speechrecognition moviepy imageio
  imageio-ffmpeg ffmpeg-python opencv-python-headless opencv-contrib-python scikit-image albumentations imgaug
  easyocr pytesseract pymupdf pypdf2 pdfminer-six pdf2image camelot-py tabula-py docx2txt python-pptx xlsxwriter
  xlwt odfpy ebooklib weasyprint pdfkit qrcode python-barcode rapidfuzz fuzzywuzzy levenshtein python-levenshtein
  thefuzz regex unidecode python-slugify text-unidecode inflect inflection humanize tabulate texttable prettytable
  termcolor colorlog loguru structlog python-json-logger sentry-sdk newrelic ddtrace datadog prometheus-client
  statsd opentelemetry-api opentelemetry-sdk opentelemetry-proto opentelemetry-semantic-conventions
  opentelemetry-exporter-otlp deprecated click-plugins docopt fire argcomplete configargparse configparser
  environs python-decouple dynaconf omegaconf hydra-core antlr4-python3-runtime marshmallow cattrs
  dataclasses-json orjson ujson simplejson msgpack ruamel-yaml jsonpatch jsonpointer jsonpath-ng jsonlines json5
  demjson3 avro fastavro thrift cbor2 bson blosc zstandard lz4 snappy python-snappy brotli py7zr rarfile patool
  xxhash mmh3 cityhash pycryptodome pycryptodomex passlib argon2-cffi python-jose authlib ecdsa ed25519 base58
  eth-abi eth-utils eth-hash eth-keys eth-typing eth-rlp rlp hexbytes solana solders base58check mnemonic
  bip-utils bitcoinlib python-binance pycoingecko yfinance alpaca-py ta-lib backtrader vectorbt quantlib fabric
  invoke sh plumbum ptpython psycopg-pool scp asyncssh pysftp netmiko napalm scapy dnspython netaddr ipaddress
  python-whois shodan impacket pwntools capstone unicorn keystone-engine frida volatility3 yara-python mitmproxy
  scrapy scrapy-splash parsel w3lib twisted zope-interface incremental automat constantly hyperlink treq pyppeteer
  undetected-chromedriver webdriver-manager pyautogui pynput keyboard mouse pyperclip pygetwindow pywin32
  pywinauto mss screeninfo pygame pyglet kivy pyqt5 pyqt6 pyside6 pyside2 wxpython customtkinter textual urwid
  blessed curses-menu asciimatics discord-py python-telegram-bot pyrogram telethon aiogram slack-bolt slackclient
  praw instaloader youtube-dl yt-dlp pytube spotipy notion-client pygithub gitpython gitdb smmap python-gitlab
  jira atlassian-python-api trello hubspot-api-client simple-salesforce zeep suds xmlschema exchangelib imapclient
  yagmail mailchimp-marketing resend postmarker boto awswrangler sagemaker aws-cdk-lib aws-lambda-powertools
  chalice zappa serverless troposphere cfn-lint pulumi python-terraform docker-compose dockerpty podman openshift
  hvac consul etcd3 kazoo kafka-python confluent-kafka aiokafka pika aio-pika nats-py paho-mqtt zeroconf pyserial
  pyusb pymodbus smbus2 gpiozero adafruit-blinka home-assistant geopandas shapely pyproj fiona rasterio folium
  geopy cartopy osmnx h3 astropy biopython rdkit openbabel pyscf qiskit cirq pennylane cvxpy pulp ortools pyomo
  simpy gym gymnasium stable-baselines3 pettingzoo ale-py mujoco pybullet
`
  .trim()
  .split(/\s+/)
