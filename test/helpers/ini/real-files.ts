/**
 * INI files in the shapes that programs write and people edit, with what is selected from them. `fails` lists pointers to keys that
 * have no value. `reader` is a program of the machine that gives the same values, `differs` lists those where it does not, on purpose.
 * It is longer than 400 lines because each shape is readable only as a file of its own.
 */

export interface RealFile {
  readonly name: string;
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  readonly fails?: readonly string[];
  readonly reader?: 'configparser' | 'git' | 'npm';
  readonly differs?: readonly string[];
}

const raw = String.raw;

/** Lines of lists under a key, comments and blank lines among them. */
const CONTINUED: readonly RealFile[] = [
  {
    name: 'setup.cfg',
    text: '[metadata]\nname = shop\nclassifiers =\n    License :: OSI\n    # not yet\n    Programming Language :: Python\n\n[options]\ninstall_requires =\n  requests>=2\n  rich\nzip_safe = no\n',
    values: {
      '/metadata/name': 'shop',
      '/metadata/classifiers': '\nLicense :: OSI\nProgramming Language :: Python',
      '/options/install_requires': '\nrequests>=2\nrich',
      '/options/zip_safe': 'no',
    },
    reader: 'configparser',
  },
  {
    name: 'tox.ini',
    text: '[tox]\nenvlist = py3{9,10}\n[testenv]\nsetenv =\n    TOKEN = abc=\n    [not a section]\ncommands = pytest \\\n    --cov {posargs}\n\n    coverage report\npassenv = HOME\n',
    values: {
      '/testenv/setenv': '\nTOKEN = abc=\n[not a section]',
      '/testenv/commands': 'pytest \\\n--cov {posargs}\n\ncoverage report',
      '/testenv/passenv': 'HOME',
    },
    reader: 'configparser',
  },
  {
    name: '.pypirc',
    text: '[distutils]\nindex-servers =\n    pypi\n    internal\n\n[pypi]\nusername = __token__\npassword = pypi-AgEI:cH=\n\n[internal]\nrepository: https://pypi.example.com/\npassword: a%b$c\n',
    values: {
      '/distutils/index-servers': '\npypi\ninternal',
      '/pypi/password': 'pypi-AgEI:cH=',
      '/internal/repository': 'https://pypi.example.com/',
      '/internal/password': 'a%b$c',
    },
    reader: 'configparser',
  },
  {
    name: 'pip.conf',
    text: '[global]\nindex-url = https://me:p%40ss@host/simple\nextra-index-url =\n\thttps://one.example/\n\thttps://two.example/?a=b\n',
    values: {
      '/global/index-url': 'https://me:p%40ss@host/simple',
      '/global/extra-index-url': '\nhttps://one.example/\nhttps://two.example/?a=b',
    },
    reader: 'configparser',
  },
  {
    name: 'buildout.cfg',
    text: '[buildout]\nparts = app\neggs +=\n    one\n    two\n[app]\n<= base\nrecipe = zc.recipe.egg\ninitialization =\n    import os\n\n    os.environ["A"] = "b"\n',
    values: {
      '/buildout/eggs +': '\none\ntwo',
      '/app/recipe': 'zc.recipe.egg',
      '/app/initialization': '\nimport os\n\nos.environ["A"] = "b"',
    },
    reader: 'configparser',
  },
  {
    name: 'supervisord.conf',
    text: '[supervisord]\nlogfile=/var/log/s.log ; main log\n[program:web]\ncommand=/usr/bin/web -c %(here)s/x\nenvironment=TOKEN="a,b",\n    PASSWORD="p=q"\n;autostart=false\n[inet_http_server]\npassword = {SHA}82ab876d1387bfafe46cc1c8a2ef074eae50cb1d\n',
    values: {
      '/program:web/environment': 'TOKEN="a,b",\nPASSWORD="p=q"',
      '/inet_http_server/password': '{SHA}82ab876d1387bfafe46cc1c8a2ef074eae50cb1d',
      '/supervisord/logfile': '/var/log/s.log ; main log',
    },
    reader: 'configparser',
  },
  {
    name: 'AWS configuration',
    text: '[default]\nregion = eu-west-1\ns3 =\n  max_concurrent_requests = 20\n  addressing_style = path\n[profile dev]\nrole_arn = arn:aws:iam::1:role/dev\nsso_start_url = https://x.awsapps.com/start#/\n',
    values: {
      '/default/s3': '\nmax_concurrent_requests = 20\naddressing_style = path',
      '/profile dev/role_arn': 'arn:aws:iam::1:role/dev',
      '/profile dev/sso_start_url': 'https://x.awsapps.com/start#/',
    },
    reader: 'configparser',
  },
  {
    name: 'mercurial.rc',
    text: '%include ~/.hgrc.more\n[ui]\nusername = A <a@b>\n[hooks]\ncommit = one\n two\n[auth]\nx.prefix = https://hg\nx.password = s;e#c\n',
    values: { '/hooks/commit': 'one\ntwo', '/auth/x.password': 's;e#c' },
    fails: ['/%include ~~1.hgrc.more'],
  },
  {
    name: 'a PEM key',
    text: '[tls]\ncert = /a\nkey =\n  -----BEGIN PRIVATE KEY-----\n  MIIEvQIBADANBgkqhkiG9w0BAQEFAASC==\n  -----END PRIVATE KEY-----\nafter = 1\n',
    values: {
      '/tls/key': '\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC==\n-----END PRIVATE KEY-----',
      '/tls/after': '1',
    },
    reader: 'configparser',
  },
  {
    name: 'an indented PEM key',
    text: '[tls]\n  key =\n    -----BEGIN PRIVATE KEY-----\n    MIIEvQIBADANBgkqhkiG9w0BAQEFAASC==\n    -----END PRIVATE KEY-----\n  after = 1\n',
    values: {
      '/tls/key': '\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC==\n-----END PRIVATE KEY-----',
      '/tls/after': '1',
    },
    reader: 'configparser',
  },
  {
    name: 'a systemd unit',
    text: '[Unit]\nDescription=Web: the shop\nAfter=network.target\n[Service]\nEnvironment="A=b c" "D=e"\nExecStart=/usr/bin/web \\\n    --port 80 \\\n    --name=x\nExecStart=\nExecStart=/bin/true\nLoadCredential=k:/etc/k\n',
    values: {
      '/Unit/Description': 'Web: the shop',
      '/Service/Environment': 'A=b c "D=e"',
      '/Service/ExecStart': '/bin/true',
      '/Service/LoadCredential': 'k:/etc/k',
    },
  },
];

/** Files whose keys are all indented. */
const INDENTED: readonly RealFile[] = [
  {
    name: 'a repository of git',
    text: '[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = https://me:tok@host/r.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n',
    values: {
      '/core/bare': 'false',
      '/remote "origin"/url': 'https://me:tok@host/r.git',
      '/remote "origin"/fetch': '+refs/heads/*:refs/remotes/origin/*',
    },
    reader: 'git',
  },
  {
    name: '.gitconfig by several editors',
    text: '# mine\n[user]\n\tname = A B\n        email = a@b ; home\n    signingkey = 0xABC\n[core] filemode = true\n\tpager\n[url "https://x:tok@host/"] ; work\n\tinsteadOf = host: # all\n[sendemail]\n\tsmtppass = "p#s;"   ; quoted\n\tsmtpuser = me\n',
    values: {
      '/user/name': 'A B',
      '/user/signingkey': '0xABC',
      '/user/email': 'a@b ; home',
      '/core/filemode': 'true',
      '/url "https:~1~1x:tok@host~1"/insteadOf': 'host: # all',
      '/sendemail/smtppass': 'p#s;',
      '/sendemail/smtpuser': 'me',
    },
    fails: ['/core/pager'],
    reader: 'git',
    // Comments behind values without quotes are kept: a password may hold these characters.
    differs: ['/user/email', '/url "https:~1~1x:tok@host~1"/insteadOf'],
  },
  {
    name: 'an alias of git over several lines',
    text: '[alias]\n\tlg = log \\\n\t\t--graph=x \\\n\t\t--all\n\tst = status\n',
    values: { '/alias/lg': 'log \\\n--graph=x \\\n--all', '/alias/st': 'status' },
    reader: 'git',
    // Backslashes are kept.
    differs: ['/alias/lg'],
  },
  {
    name: 'smb.conf',
    text: '#=== Global ===\n[global]\n   workgroup = WORKGROUP\n   server string = %h server (Samba)\n;   wins support = no\n     ldap admin dn = cn=admin,dc=x\n   passwd chat = *Enter\\snew* %n\\n .\n\n[printers]\n   comment = All: Printers\n   browseable = no\n',
    values: {
      '/global/server string': '%h server (Samba)',
      '/global/ldap admin dn': 'cn=admin,dc=x',
      '/global/passwd chat': '*Enter\\snew* %n\\n .',
      '/printers/comment': 'All: Printers',
    },
  },
  {
    name: 'krb5.conf',
    text: '[libdefaults]\n default_realm = X.COM\n[realms]\n X.COM = {\n  kdc = kdc.x.com:88\n  admin_server = a.x.com\n }\n',
    values: { '/libdefaults/default_realm': 'X.COM', '/realms/kdc': 'kdc.x.com:88', '/realms/admin_server': 'a.x.com' },
  },
  {
    name: 'a here-document of a deployment',
    text: '    [db]\n    user = shop\n    password = s3cret\n\n    [cache]\n    url = redis://:pw@host\n',
    values: { '/db/password': 's3cret', '/cache/url': 'redis://:pw@host' },
    reader: 'configparser',
  },
];

/** Keys without a value, and lines that belong to one program only. */
const BARE: readonly RealFile[] = [
  {
    name: 'my.cnf',
    text: '[client]\npassword="a#b;c"\nuser = root\n[mysqld]\nskip-name-resolve\nssl\nbind-address = ::1\nsql_mode=""\n!includedir /etc/mysql/conf.d/\n',
    values: {
      '/client/password': 'a#b;c',
      '/client/user': 'root',
      '/mysqld/bind-address': '::1',
      '/mysqld/sql_mode': '',
    },
    fails: ['/mysqld/skip-name-resolve', '/mysqld/ssl'],
  },
  {
    name: 'pacman.conf',
    text: '[options]\nHoldPkg     = pacman glibc\nCheckSpace\n#Color\n[core]\nInclude = /etc/pacman.d/mirrorlist\nServer = https://u:p@m/$repo/os/$arch\n',
    values: { '/core/Server': 'https://u:p@m/$repo/os/$arch', '/options/HoldPkg': 'pacman glibc' },
    fails: ['/options/CheckSpace', '/options/Color'],
  },
  {
    name: 'an inventory of Ansible',
    text: '[web]\nhost1\nhost2 ansible_password=x\n\nhost3\n[web:vars]\nansible_user=deploy\nansible_password=p:w\n',
    values: { '/web:vars/ansible_password': 'p:w', '/web/host2 ansible_password': 'x' },
    fails: ['/web/host1', '/web/host3'],
  },
  {
    name: 'php.ini',
    text: '[PHP]\nmemory_limit = 128M\nextension=curl\nextension=pdo\n[mail function]\n; sendmail\nsendmail_path = "/usr/sbin/sendmail -t"    ; with -t\nerror_log = syslog ; here\n[opcache]\nopcache.enable=1\nzend_extension\n',
    values: {
      '/PHP/extension': 'pdo',
      '/mail function/sendmail_path': '/usr/sbin/sendmail -t',
      '/mail function/error_log': 'syslog ; here',
    },
    fails: ['/opcache/zend_extension'],
  },
  {
    name: 'pgbouncer.ini',
    text: ";; database\n[databases]\nshop = host=db port=5432 password=p'w\n* = host=fallback\n[pgbouncer]\nlisten_addr = *\nauth_query = SELECT a, b FROM c WHERE d=$1\n%include more.ini\n",
    values: {
      '/databases/shop': "host=db port=5432 password=p'w",
      '/databases/*': 'host=fallback',
      '/pgbouncer/auth_query': 'SELECT a, b FROM c WHERE d=$1',
    },
  },
  {
    name: 'openssl.cnf',
    text: '.include extra.cnf\nHOME\t\t\t= .\n[ req ]\ndefault_bits\t\t= 2048\ninput_password = secret\n[ req_distinguished_name ]\n0.organizationName = Org\n[ CA_default ]\ndir = ./ca\n',
    values: {
      '/HOME': '.',
      '/req/input_password': 'secret',
      '/req_distinguished_name/0.organizationName': 'Org',
      '/CA_default/dir': './ca',
    },
    fails: ['/.include extra.cnf'],
  },
  {
    name: 'torrc',
    text: '# words, no separators\nControlPort 9051\nHashedControlPassword 16:872860B76453A77D\n%include /etc/torrc.d\n',
    values: { '/HashedControlPassword 16': '872860B76453A77D' },
    fails: ['/ControlPort', '/HashedControlPassword'],
  },
];

/** Keys that contain a separator. */
const SEPARATORS: readonly RealFile[] = [
  {
    name: '.npmrc',
    text: 'registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=npm_a:b=c\n//host:8081/repo/:_password="cGFzcw=="\n@corp:registry=https://host:8081/repo/\nalways-auth\n; a comment\nca[]=one\ninit.author.name = A B\n',
    values: {
      '/~1~1registry.npmjs.org~1:_authToken': 'npm_a:b=c',
      '/~1~1host:8081~1repo~1:_password': 'cGFzcw==',
      '/@corp:registry': 'https://host:8081/repo/',
      '/init.author.name': 'A B',
    },
    fails: ['/always-auth'],
    reader: 'npm',
  },
  {
    name: 'keys of the package index with a port',
    text: 'http://a:80/ = one\nhttp://a:80/ = two\n',
    values: { '/http:~1~1a:80~1': 'two' },
  },
  {
    name: 'a desktop file',
    text: '[Desktop Entry]\nName=Shop\nName[de]=Laden\nExec=sh -c "a=b; c" %u\nMimeType=x-scheme-handler/a;text/b;\n[Desktop Action new]\nExec=shop --new\n',
    values: {
      '/Desktop Entry/Name[de]': 'Laden',
      '/Desktop Entry/Exec': 'sh -c "a=b; c" %u',
      '/Desktop Entry/MimeType': 'x-scheme-handler/a;text/b;',
      '/Desktop Action new/Exec': 'shop --new',
    },
    reader: 'configparser',
  },
  {
    name: 'a launcher of Windows',
    text: '\ufeff[Drives]\r\nC:\\Data = first\r\nD: = second\r\n',
    values: { '/Drives/C:\\Data': 'first', '/Drives/D': '= second', '/Drives/D:': 'second' },
  },
];

/** Marks, comments behind headers and quoted values, and sections again. */
const MARKS: readonly RealFile[] = [
  {
    name: 'AWS credentials saved by Windows',
    text: '\ufeff[default]\r\naws_access_key_id = AKIA\r\naws_secret_access_key = a/b+c=\r\n',
    values: { '/default/aws_access_key_id': 'AKIA', '/default/aws_secret_access_key': 'a/b+c=' },
  },
  {
    name: 'a mark before a key',
    text: '\ufefftoken = t\nother = \ufeffo\n',
    values: { '/token': 't', '/other': '\ufeffo' },
  },
  { name: 'a mark before a comment', text: '\ufeff# c\n[a]\nk = v\n', values: { '/a/k': 'v' } },
  {
    name: 'grafana.ini',
    text: '##### Paths\n[paths] # where\n;data = /var\n[database]\npassword = """#pw;"x"""\nurl = postgres://u:p@h/d?sslmode=disable\n[security]  ; keys\nsecret_key = SW2YcwTIb9zpOOhoPsMm\n[auth.google]\nclient_secret = a#b\n',
    values: {
      '/database/password': '#pw;"x',
      '/database/url': 'postgres://u:p@h/d?sslmode=disable',
      '/security/secret_key': 'SW2YcwTIb9zpOOhoPsMm',
      '/auth.google/client_secret': 'a#b',
    },
  },
  {
    name: "Gitea's app.ini",
    text: 'APP_NAME = Gitea: Git\n[database]\nPASSWD = `a#b`\nDB_TYPE=mysql\n[security]\nINTERNAL_TOKEN = eyJ.a-b\n[repository.upload]\nALLOWED_TYPES =\n',
    // Backquotes stay: for all other programs they are part of the value.
    values: {
      '/APP_NAME': 'Gitea: Git',
      '/database/PASSWD': '`a#b`',
      '/security/INTERNAL_TOKEN': 'eyJ.a-b',
      '/repository.upload/ALLOWED_TYPES': '',
    },
  },
  {
    name: 'wireguard',
    text: '[Interface]\nPrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\nAddress = fd00::1/64\n[Peer] # one\nPublicKey = first=\nPresharedKey = psk1=\n[Peer]\nPublicKey = second=\nEndpoint = [2001:db8::1]:51820\n',
    values: {
      '/Interface/PrivateKey': 'yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=',
      '/Interface/Address': 'fd00::1/64',
      '/Peer/PublicKey': 'second=',
      '/Peer/PresharedKey': 'psk1=',
      '/Peer/Endpoint': '[2001:db8::1]:51820',
    },
  },
  {
    name: 'odbc.ini',
    text: '[ODBC Data Sources]\nshop = PostgreSQL\n\n[shop]\nDriver = /usr/lib/psqlodbcw.so\nPWD = {p;w}\nServername=h\n',
    values: { '/shop/PWD': '{p;w}', '/ODBC Data Sources/shop': 'PostgreSQL' },
    reader: 'configparser',
  },
  {
    name: '.editorconfig',
    text: 'root = true\n[*]\nindent_size = 2\n[*.{js,py}]\ncharset = utf-8\n[[ab].c] ; both\nx = 1\n[{package.json,*.yml}]\nx = 2\n',
    values: { '/root': 'true', '/*.{js,py}/charset': 'utf-8', '/[ab].c/x': '1', '/{package.json,*.yml}/x': '2' },
  },
  {
    name: 'profiles.ini of Firefox',
    text: '[Install4F96D1932A9F858E]\nDefault=abc.default\nLocked=1\n\n[Profile0]\nName=default\nIsRelative=1\nPath=abc.default\n\n[General]\nVersion=2\n',
    values: { '/Profile0/Path': 'abc.default', '/General/Version': '2' },
    reader: 'configparser',
  },
  {
    name: 'rclone.conf',
    text: '# Encrypted? no\n[gdrive]\ntype = drive\ntoken = {"access_token":"ya29.a","expiry":"2024-01-01T00:00:00Z"}\n\n[s3]\ntype = s3\nsecret_access_key = a/b==\n',
    values: {
      '/gdrive/token': '{"access_token":"ya29.a","expiry":"2024-01-01T00:00:00Z"}',
      '/s3/secret_access_key': 'a/b==',
    },
    reader: 'configparser',
  },
  {
    name: 'sections written again',
    text: '[a]\nk = 1\nonly = x\n[b]\nk = 2\n[a]\nk = 3\nlate = y\n',
    values: { '/a/k': '3', '/a/only': 'x', '/a/late': 'y', '/b/k': '2' },
    reader: 'git',
  },
  {
    name: 'ConfigObj',
    text: 'top = "1"   # one\n[server]\nkey = \'a # b\' # c\n[[sub]]\nx = 1\n',
    values: { '/top': '1', '/server/key': 'a # b', '/[sub]/x': '1' },
  },
  {
    name: 'a registry of Windows in text',
    text: 'Windows Registry Editor Version 5.00\n\n[HKEY_CURRENT_USER\\Software\\Shop]\n"Key"="C:\\\\x"\n@="d"\n',
    values: {
      '/HKEY_CURRENT_USER\\Software\\Shop/"Key"': 'C:\\\\x',
      '/HKEY_CURRENT_USER\\Software\\Shop/@': 'd',
    },
  },
];

/** What a parser cannot place, next to what it can. */
const BROKEN: readonly RealFile[] = [
  {
    name: 'a quote that is not closed',
    text: '[a]\npw = "abc\nuser = u\nmotd = \'twas\ngreeting = it\'s\nlast = "l"\n',
    values: { '/a/user': 'u', '/a/greeting': "it's", '/a/last': 'l' },
    fails: ['/a/pw', '/a/motd'],
  },
  {
    name: 'marks of a merge',
    text: '[a]\n<<<<<<< HEAD\nk = 1\n=======\nk = 2\n>>>>>>> other\nz = 3\n',
    values: { '/a/k': '2', '/a/z': '3' },
    fails: ['/a/x'],
  },
  {
    name: 'a header that is not closed',
    text: 'a = 1\n[broken\nb = 2\n[db]\npassword = x\n',
    values: { '/a': '1', '/db/password': 'x' },
    fails: ['/b', '/broken/b', '/[broken'],
  },
  { name: 'a key without a name', text: '= 1\n: 2\nk = v\n', values: { '/k': 'v' }, fails: ['/ '] },
  {
    name: 'a template that was not filled in',
    text: '{{ header }}\n[db]\n{% if x %}\nuser = {{ user }}\n{% endif %}\npassword = p\n',
    values: { '/db/password': 'p', '/db/user': '{{ user }}' },
    fails: ['/db/{% endif %}'],
  },
  {
    name: 'words after a header',
    text: '[a] -- first\nk = 1\n[b] k = 2\n',
    values: { '/a/k': '1', '/b/k': '2' },
  },
  {
    name: 'a value over several lines in quotes',
    text: raw`[tls]
key = "-----BEGIN KEY-----
a=b==
-----END KEY-----" ; PEM
next = 'a\'
`,
    values: { '/tls/key': '-----BEGIN KEY-----\na=b==\n-----END KEY-----', '/tls/next': 'a\\' },
  },
  {
    name: 'keys that end without a value',
    text: '[a]\nk = 1\nk\nz = 2\nz =\n',
    values: { '/a/z': '' },
    fails: ['/a/k'],
  },
];

export const REAL_FILES: readonly RealFile[] = [...CONTINUED, ...INDENTED, ...BARE, ...SEPARATORS, ...MARKS, ...BROKEN];
