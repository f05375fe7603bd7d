import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'
import t from 'tap'
import { publicPath, publicUrl, readConfig } from '#src/process/config.js'
import { OperatorMistake } from '#src/errors.js'
import { createAddressGuard } from '#src/outbound/addresses.js'
import { projectRoot } from '#src/basics/paths.js'

const DEFAULTS = {
  HOST: '127.0.0.1',
  PORT: 3000,
  DATA_DIR: './data',
  DATABASE_URL: 'file:./data/cutroom.db',
  ADMIN_EMAIL: 'admin@example.com',
  ACCOUNT: 'default',
  MEDIA_DIR: './data/media',
  TRASH_RETENTION_DAYS: 14,
  JOBS: true,
  WEBHOOK_RETRY_DELAYS: [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400],
  WEBHOOK_TIMEOUT: 15,
  OUTBOUND_ALLOW: [],
  TRUST_PROXY: [],
  CORS_ORIGINS: [],
  NODE_ENV: 'development',
  MEDIA_MAX_BYTES: 20 * 1024 ** 3,
  LOG_LEVEL: 'info'
}

/** Wrong values, by the setting that the message must name. */
const WRONG: Record<string, string[]> = {
  HOST: ['two words', 'a\nb'],
  PORT: ['abc', '-1', '65536', '3000.5', '1e3', '0x50', '3000 4000', '99999999999999999999', '3000\n3001', '+5', '٣'],
  DATABASE_URL: ['mysql://x', 'cutroom.db', 'http://x', 'file:', 'postgres://', 'sqlite:x'],
  DATA_DIR: ['/srv/data?'],
  ADMIN_EMAIL: ['nobody', '@', 'a@', 'a b@example.com', 'a@b@c'],
  ADMIN_API_KEY: ['short', 'fifteen_letters', 'with some spaces in it', 'umlauts_ÄÖÜ_äöü_ß', 'line\nbreak_line_break'],
  PUBLIC_URL: ['example.com', 'ftp://example.com', 'http://', '//example.com', 'https://example.com/?a=b',
    'https://example.com/#top', 'https://user:secret@example.com', 'https://a b', 'https://:3000'],
  TRUST_PROXY: ['true', '1', 'loopback', '10.0.0.1', '10.0.0.0/33', '10.0.0.0/8;fd00::/8', 'proxy.local', '::1/129'],
  CORS_ORIGINS: ['app.example.com', 'https://', 'https://app.example.com/path', 'https://*.example.com', 'https://a b',
    'https://user@example.com', '*.example.com', 'https://app.example.com;https://b.example.com'],
  NODE_ENV: ['prod', 'Production', 'staging', 'production,test'],
  TRASH_RETENTION_DAYS: ['two weeks', '-1', '1e3', '14d', 'NaN', 'Infinity', '.', '1,5'],
  SECURITY_CONTACT: ['security@example.com', 'mailto:', 'mailto:nobody', 'http://example.com', 'https://', 'mailto:a@b\nx'],
  DRAIN_SECONDS: ['61', '-1', '1.5', '600', '5s'],
  JOBS: ['yes', 'true', '0', 'ON'],
  WEBHOOK_RETRY_DELAYS: ['soon', '5,,300', '5;300', '-5', '5,', ',', '5,abc'],
  WEBHOOK_TIMEOUT: ['0', '-1', 'abc', '0.0', '15s'],
  OUTBOUND_ALLOW: ['10.0.0.0', '10.0.0.0/33', 'localhost', '10.0.0.0/8,nonsense', '::1/129', '300.0.0.0/8',
    '10.0.0.0/8;fd00::/8'],
  MEDIA_MAX_BYTES: ['0', '-1', '20GiB', '1.5', 'abc'],
  LOG_LEVEL: ['loud', 'INFO', 'warning']
}

t.test('Without an environment, every setting has its default', async (t) => {
  const config = readConfig({})
  for (const [name, value] of Object.entries(DEFAULTS)) t.strictSame(config[name as keyof typeof config], value, name)
  t.equal(config.ADMIN_API_KEY, undefined)
  t.equal(publicUrl(config), 'http://127.0.0.1:3000')
})

t.test('An empty setting counts as not set', async (t) => {
  t.strictSame(readConfig(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, '']))), readConfig({}))
})

t.test('The example file holds the default of every setting', async (t) => {
  const text = await readFile(join(projectRoot, '.env.example'), 'utf8')
  t.strictSame(readConfig(parse(text)), readConfig({}))
  for (const name of [...Object.keys(DEFAULTS), 'ADMIN_API_KEY', 'PUBLIC_URL']) {
    t.match(text, new RegExp(`^(# )?${name}=`, 'm'), name)
  }
})

t.test('The database and media are in DATA_DIR unless they are set', async (t) => {
  const places = (environment: Record<string, string>) => {
    const { DATABASE_URL: database, MEDIA_DIR: media } = readConfig(environment)
    return [database, media]
  }
  t.strictSame(places({ DATA_DIR: '/srv/cutroom' }), ['file:/srv/cutroom/cutroom.db', '/srv/cutroom/media'])
  const elsewhere = { DATABASE_URL: 'postgres://host/x', MEDIA_DIR: '/mnt/media' }
  t.strictSame(places({ DATA_DIR: '/srv/cutroom', ...elsewhere }), ['postgres://host/x', '/mnt/media'])
  t.strictSame(places({ DATA_DIR: '/srv/cutroom', MEDIA_DIR: '/mnt/media' }), ['file:/srv/cutroom/cutroom.db', '/mnt/media'])
  t.strictSame(places({ DATA_DIR: ' ', DATABASE_URL: '', MEDIA_DIR: ' ' }), ['file:./data/cutroom.db', './data/media'])
})

t.test('Valid values are accepted', async (t) => {
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    DATABASE_URL: 'postgresql://user:p%40ss@db.example.com:5433/name?sslmode=require',
    ADMIN_EMAIL: 'first.last+tag@sub.example.com',
    ADMIN_API_KEY: 'sixteen_letters!',
    ACCOUNT: 'Größe & Söhne',
    PUBLIC_URL: 'https://media.example.com/',
    MEDIA_DIR: '/srv/media files',
    TRASH_RETENTION_DAYS: '0.5',
    JOBS: 'off',
    WEBHOOK_RETRY_DELAYS: '1, 2.5,3',
    WEBHOOK_TIMEOUT: '0.5',
    OUTBOUND_ALLOW: '10.0.0.0/8, fd00::/8',
    MEDIA_MAX_BYTES: '1',
    LOG_LEVEL: 'silent'
  })
  t.match(config, {
    HOST: '::1',
    PORT: 0,
    ADMIN_API_KEY: 'sixteen_letters!',
    ACCOUNT: 'Größe & Söhne',
    MEDIA_DIR: '/srv/media files',
    TRASH_RETENTION_DAYS: 0.5,
    JOBS: false,
    WEBHOOK_TIMEOUT: 0.5,
    MEDIA_MAX_BYTES: 1,
    LOG_LEVEL: 'silent'
  })
  t.strictSame(config.WEBHOOK_RETRY_DELAYS, [1, 2.5, 3])
  t.equal(config.OUTBOUND_ALLOW.length, 2)
  t.equal(publicUrl(config), 'https://media.example.com')
  t.equal(publicUrl(readConfig({ HOST: '::1', PORT: '8080' })), 'http://[::1]:8080')
  for (const url of ['postgres://x', 'postgresql://x/y', 'file:x.db', 'file:/tmp/x.db']) {
    t.equal(readConfig({ DATABASE_URL: url }).DATABASE_URL, url)
  }
  t.equal(readConfig({ PORT: '65535' }).PORT, 65535)
})

t.test('Base URLs and origins are normalised to the form in which they are compared', async (t) => {
  for (
    const [sent, taken, path] of [
      ['https://Media.Example.com/', 'https://media.example.com', ''],
      ['https://example.com:443/cutroom//', 'https://example.com/cutroom', '/cutroom'],
      ['http://[::1]:3000', 'http://[::1]:3000', ''],
      ['http://127.0.0.1:3000/a/b/', 'http://127.0.0.1:3000/a/b', '/a/b']
    ] as const
  ) {
    const config = readConfig({ PUBLIC_URL: sent })
    t.strictSame([publicUrl(config), publicPath(config)], [taken, path])
  }
  t.equal(publicPath(readConfig({})), '')
  t.strictSame(
    readConfig({ CORS_ORIGINS: 'https://App.Example.com:443/, http://localhost:5173 ,capacitor://localhost' })
      .CORS_ORIGINS,
    ['https://app.example.com', 'http://localhost:5173', 'capacitor://localhost']
  )
  t.strictSame(readConfig({ CORS_ORIGINS: '*' }).CORS_ORIGINS, ['*'])
  for (const name of ['production', 'development', 'test']) t.equal(readConfig({ NODE_ENV: name }).NODE_ENV, name)
})

t.test('Address ranges are read by the same rules as the address guard applies', async (t) => {
  // `::127.0.0.1` is the IPv6 address that is dialled, not `::ffff:127.0.0.1`, as the library reads it.
  const { OUTBOUND_ALLOW: ranges } = readConfig({ OUTBOUND_ALLOW: '::127.0.0.1/128, ::ffff:10.0.0.0/104,' })
  t.equal(ranges.length, 2)
  const mayBeReached = createAddressGuard({ allow: ranges, allowLoopback: false })
  t.strictSame(['::127.0.0.1', '10.1.2.3', '127.0.0.1'].map(mayBeReached), [true, true, false])
  t.throws(() => readConfig({ OUTBOUND_ALLOW: 'fe80::%eth0/10' }), OperatorMistake)
})

t.test('A wrong value is refused with one line that names the setting', async (t) => {
  for (const [name, values] of Object.entries(WRONG)) {
    for (const value of values) {
      try {
        readConfig({ [name]: value })
        t.fail(`${name}=${value} is accepted`)
      } catch (error) {
        t.type(error, OperatorMistake, `${name}=${value}`)
        const { message } = error as Error
        t.ok(message.startsWith(`${name} `) && !message.includes('\n'), message)
      }
    }
  }
})

t.test('Error messages contain no secrets', async (t) => {
  for (const setting of [{ ADMIN_API_KEY: 'geheim' }, { DATABASE_URL: 'mysql://user:geheim@host/x' }]) {
    t.throws(() => readConfig(setting), OperatorMistake)
    try {
      readConfig(setting)
    } catch (error) {
      t.notMatch((error as Error).message, 'geheim')
    }
  }
})
