import { secretSettings } from '../process/config.js'

/** What the SDK of a bucket is given. */
const SECRETS_OF_OTHERS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'CUTROOM_KEY', 'PGPASSWORD']
/** A shorter one would be found in ordinary words. */
const SHORTEST = 4

const SHOWN = '…'

/** Takes the secrets of an environment out of texts, and the passwords of all URLs. */
export function createVeil (environment: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = [...secretSettings, ...SECRETS_OF_OTHERS].flatMap((name) => secretsOf(environment[name]?.trim()))
    .filter((secret) => secret.length >= SHORTEST).sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, SHOWN), text)
    .replace(/(\/\/[^\s:@/]*):[^\s/]*@/g, `$1:${SHOWN}@`)
}

/** Of a URL its password, as it is written and as it is meant; otherwise the whole. */
function secretsOf (value = ''): string[] {
  const password = /^\w+:\/\/[^:@/]*:(.*)@/.exec(value)?.[1]
  if (password !== undefined) return [password, decoded(password)]
  return /^(?:file:|\w+:\/\/)/.test(value) ? [] : [value]
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
