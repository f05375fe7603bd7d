import { Type, type StaticDecode, type TObject, type TString } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { OperatorMistake } from '../errors.js'
import { parseAllowList, type AddressGuardOptions } from '../outbound/addresses.js'
import { GIBIBYTE } from '../basics/units.js'
import { BUCKET_URL } from './bucket-url.js'
import { parseLocations, requireApart } from './location-settings.js'
import { baseUrl, issuerUrl, mailServer, origins, portPattern } from './setting-values.js'

/** A setting that is used as text. `expected` ends the sentence «NAME must be …». */
const text = (expected: string, pattern: string, value?: string) => Type.String({ expected, pattern, default: value })

/** A setting that is parsed. `parse` may throw for what a pattern cannot express. */
const parsed = <Parsed>(schema: TString, parse: (value: string) => Parsed) =>
  Type.Transform(schema).Decode(parse).Encode(String)

const number = (expected: string, pattern: string, value?: string) => parsed(text(expected, pattern, value), Number)

const onUnlessOff = () => parsed(text('on or off', '^(on|off)$', 'on'), (value) => value === 'on')

const delays = (value: string) => parsed(
  text('seconds, separated by commas', '^\\d{1,7}(\\.\\d+)?(\\s*,\\s*\\d{1,7}(\\.\\d+)?)*$', value),
  (list) => list.split(',').map(Number))

/**
 * All settings: default, form, and the words for what is expected. One that is to go says in `deprecated` what to use
 * instead.
 */
const Environment = Type.Object({
  HOST: text('a host name or an address', '^\\S+$', '127.0.0.1'),
  PORT: number('a port from 0 to 65535', portPattern(), '3000'),
  DATA_DIR: text('a folder, without a question mark', '^[^?]+$', './data'),
  DATABASE_URL: text('file:… for SQLite or postgres://… for PostgreSQL', '^(file:.|postgres(ql)?://.)'),
  ADMIN_EMAIL: text('an e-mail address', '^[^\\s@]+@[^\\s@]+$', 'admin@example.com'),
  ADMIN_API_KEY: Type.Optional(text('16 printable characters or more, without spaces', '^[!-~]{16,}$')),
  ACCOUNT: text('a name', '\\S', 'default'),
  PUBLIC_URL: Type
    .Optional(parsed(
      text('a URL that starts with http:// or https://, without a query', '^https?://[^?#\\s]+$'),
      baseUrl
    )),
  TRUST_PROXY: parsed(
    text('a list of address ranges such as 10.0.0.0/8, separated by commas', '^', ''),
    parseAllowList
  ),
  CORS_ORIGINS: parsed(
    text('* or a list of origins such as https://app.example.com, separated by commas', '^', ''),
    origins
  ),
  MEDIA_DIR: text('a folder', '.'),
  MEDIA_URL: Type
    .Optional(text('s3://bucket or s3://bucket/prefix', BUCKET_URL)),
  LOCATIONS: parsed(
    text('a list of name=/folder and name=s3://bucket/prefix, separated by commas', '^', ''),
    parseLocations
  ),
  TRASH_RETENTION_DAYS: number('a number of days, decimals allowed', '^\\d{1,6}(\\.\\d+)?$', '14'),
  JOBS: onUnlessOff(),
  BACKUP_BEFORE_UPGRADE: onUnlessOff(),
  FINISH_UPGRADE: text('auto or manual', '^(auto|manual)$', 'auto'),
  WEBHOOK_RETRY_DELAYS: delays('5,300,1800,7200,18000,36000,50400,72000,86400'),
  WEBHOOK_TIMEOUT: number('a number of seconds above 0', '^(?!0+(\\.0+)?$)\\d{1,5}(\\.\\d+)?$', '15'),
  OUTBOUND_ALLOW: parsed(
    text('a list of address ranges such as 10.0.0.0/8, separated by commas', '^', ''),
    parseAllowList
  ),
  MEDIA_MAX_BYTES: number('a number of bytes', '^[1-9]\\d{0,14}$', String(20 * GIBIBYTE)),
  MEDIA_MAX_BYTES_PER_ACCOUNT: Type.Optional(number('a number of bytes', '^[1-9]\\d{0,14}$')),
  MEDIA_PARALLEL: number('a number of files from 1 to 64', '^([1-9]|[1-5]\\d|6[0-4])$', '4'),
  MEDIA_ANALYSIS_PARALLEL: number('a number of files from 0 to 16', '^(\\d|1[0-6])$', '1'),
  MEDIA_PROXIES: onUnlessOff(),
  MEDIA_PROXY_PARALLEL: number('a number of films from 1 to 16', '^([1-9]|1[0-6])$', '1'),
  MEDIA_PROXY_MAX_SECONDS: number('a number of seconds from 1 to 999999', '^[1-9]\\d{0,5}$', '14400'),
  MEDIA_VERSIONS: number('a number of files from 0 to 100', '^(\\d{1,2}|100)$', '5'),
  MEDIA_TIMEOUT: number('a number of seconds above 0', '^(?!0+(\\.0+)?$)\\d{1,5}(\\.\\d+)?$', '30'),
  MEDIA_RETRY_DELAYS: delays('1,2,4,8,15,30,30'),
  DRAIN_SECONDS: number('a number of seconds from 0 to 60', '^(\\d|[1-5]\\d|60)$', '0'),
  RATE_LIMIT: number('a number of requests a minute, 0 for no limit', '^\\d{1,9}$', '0'),
  PASSWORDS: onUnlessOff(),
  SECURITY_CONTACT: Type
    .Optional(text('mailto: with an address, or a URL that starts with https://', '^(mailto:[^\\s@]+@[^\\s@]+|https://\\S+)$')),
  SMTP_URL: Type.Optional(parsed(
    text('a URL such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com', '^smtps?://[^\\s/?#]+/?$'),
    mailServer
  )),
  MAIL_FROM: Type.Optional(text(
    'an e-mail address, or a name and an address such as Cutroom <cutroom@example.com>',
    '^([^<>\\r\\n]{0,200}<[^\\s@<>]+@[^\\s@<>]+>|[^\\s@<>]+@[^\\s@<>]+)$'
  )),
  NOTIFICATION_DELAY: number('a number of seconds', '^\\d{1,6}$', '120'),
  OIDC_ISSUER: Type.Optional(parsed(
    text('the https URL of a provider, or http on this machine', '^https?://[^?#\\s@]+$'),
    issuerUrl
  )),
  OIDC_CLIENT_ID: Type.Optional(text('a text', '.')),
  OIDC_CLIENT_SECRET: Type.Optional(text('a text', '.')),
  OIDC_NAME: Type.Optional(text('a name of 50 characters at most', '^.{1,50}$')),
  OIDC_TRUST_EMAIL: parsed(text('yes or no', '^(yes|no)$', 'no'), (value) => value === 'yes'),
  OIDC_NEW_USERS: text('no or projects', '^(no|projects)$', 'no'),
  OIDC_GROUPS: Type.Optional(text('the name of a claim', '.')),
  LOG_LEVEL: text(
    'one of fatal, error, warn, info, debug, trace, silent', '^(fatal|error|warn|info|debug|trace|silent)$', 'info'
  ),
  NODE_ENV: text('one of production, development, test', '^(production|development|test)$', 'development')
})

/** Settings that a message never repeats. */
export const secretSettings: ReadonlySet<string> = new Set(['ADMIN_API_KEY', 'DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET'])

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.properties)

/** Which settings that are set are to go, in a sentence each. */
export function deprecations (environment: NodeJS.ProcessEnv, { properties }: TObject = Environment): string[] {
  return Object.entries(properties)
    .filter(([name, { deprecated }]) => deprecated !== undefined && isSet(environment, name))
    .map(([name, { deprecated }]) => `${name} is deprecated: ${deprecated}`)
}

function isSet (environment: NodeJS.ProcessEnv, name: string): boolean {
  return environment[name] !== undefined && environment[name].trim() !== ''
}

/** The settings, by their names in the environment. */
export type Config = Readonly<StaticDecode<typeof Environment>>

/**
 * Reads the settings. An empty one counts as not set. Throws OperatorMistake with a line that names the first invalid
 * one.
 */
export function readConfig (environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.keys(Environment.properties)
    .filter((name) => isSet(environment, name))
    .map((name) => [name, environment[name]!.trim()]))
  const settings = Value.Default(Environment, { ...withinFolder(set.DATA_DIR), ...set })
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const value = (settings as Record<string, string | undefined>)[name]
    if (value !== undefined && !isValid(schema as TString, value)) {
      const shown = secretSettings.has(name) ? '' : `, not ${JSON.stringify(value)}`
      throw new OperatorMistake(`${name} must be ${schema.expected}${shown}`)
    }
  }
  const config = Value.Decode(Environment, settings)
  requireComplete(config)
  requireApart(config)
  return config
}

/** The settings that follow from the folder of data unless they are set. */
function withinFolder (folder = Environment.properties.DATA_DIR.default as string) {
  return { DATABASE_URL: `file:${folder}/cutroom.db`, MEDIA_DIR: `${folder}/media` }
}

/** Links in messages, and the redirect back from a provider, need the public address. */
function requireComplete (config: Config): void {
  if (config.SMTP_URL !== undefined && config.PUBLIC_URL === undefined) {
    throw new OperatorMistake('SMTP_URL needs PUBLIC_URL, with which the links in messages begin')
  }
  if (config.OIDC_ISSUER === undefined) return
  if (config.PUBLIC_URL === undefined) {
    throw new OperatorMistake('OIDC_ISSUER needs PUBLIC_URL, with which the way back from the provider begins')
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
    if (config[name] === undefined) throw new OperatorMistake(`OIDC_ISSUER needs ${name}, which the provider gives out`)
  }
}

/** The provider by which people sign in; null if there is none. */
export function oidcSettings (config: Config) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined) return null
  const name = config.OIDC_NAME ?? new URL(issuer).hostname
  const { OIDC_TRUST_EMAIL: trustsEmail, OIDC_GROUPS: groupsClaim = null } = config
  return { issuer, clientId: clientId!, clientSecret: clientSecret!, name, trustsEmail, groupsClaim }
}

/** The base of links in messages; null if the service sends none. */
export function mailBase ({ SMTP_URL: server, MAIL_FROM: from, PUBLIC_URL: url }: Config): string | null {
  return server === undefined || from === undefined ? null : url!
}

/** The base of URLs in answers. */
export function publicUrl (config: Config): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  return config.PUBLIC_URL ?? `http://${host}:${config.PORT}`
}

/** The path of PUBLIC_URL without a slash at the end, or nothing. The proxy removes it from requests. */
export function publicPath ({ PUBLIC_URL: url }: Pick<Config, 'PUBLIC_URL'>): string {
  return url === undefined ? '' : new URL(url).pathname.replace(/\/$/, '')
}

/** Which addresses outgoing requests may reach, besides public ones. */
export function reachableAddresses ({ OUTBOUND_ALLOW: allow, NODE_ENV }: Config): AddressGuardOptions {
  return { allow, allowLoopback: NODE_ENV !== 'production' }
}

function isValid (schema: TString, value: string): boolean {
  try {
    return Value.Check(schema, value) && Value.Decode(schema, value) !== undefined
  } catch {
    return false
  }
}
