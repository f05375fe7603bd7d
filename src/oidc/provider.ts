import {
  allowInsecureRequests, authorizationCodeGrant, AuthorizationResponseError, buildAuthorizationUrl,
  calculatePKCECodeChallenge, ClientSecretBasic, ClientSecretJwt, ClientSecretPost, clockTolerance, Configuration,
  customFetch, discovery, enableNonRepudiationChecks, fetchUserInfo, randomNonce, randomPKCECodeVerifier, randomState,
  type ClientAuth, type CustomFetch, type ServerMetadata
} from 'openid-client'
import type { ProviderIdentity } from '../access/by-provider.js'
import { MINUTE_MS } from '../basics/units.js'
import { createSingleFlight } from '../work/turns/single-flight.js'
import { readClaims } from './claims.js'
import { fetchFromProvider } from './fetch.js'

/** How long the provider's metadata are cached. */
const DESCRIPTION_MS = 5 * MINUTE_MS
/** Seconds by which the provider's clock may be off. */
const CLOCKS_APART_S = 60
const SCOPE = 'openid email'
/** As the standard defines it. */
const SUBJECT = /^[ -~]{1,255}$/

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether an e-mail counts that the provider does not say to be verified. */
  readonly trustsEmail: boolean
  /** The claim with the groups of a person. Null: none. */
  readonly groupsClaim: string | null
}

/** What proves that an answer of the provider belongs to the browser that has asked. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Why a sign-in has failed. `refused`: the provider, or the person there, has declined it. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'

  constructor (readonly reason: 'refused' | 'unreachable' | 'failed', cause: unknown) {
    super(`the provider's answer does not count: ${(cause as Error).message}`, { cause })
  }
}

/** A provider of OpenID Connect. All functions throw ProviderFailure. */
export function createProvider (settings: ProviderSettings, redirectUri: string) {
  const { issuer, clientId, clientSecret, trustsEmail, groupsClaim } = settings
  const isPlain = issuer.startsWith('http:')
  let described: { readonly metadata: ServerMetadata, readonly until: number } | null = null
  const description = createSingleFlight(describe)

  async function describe (): Promise<void> {
    const place = new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`)
    const found = await discovery(place, clientId, clientSecret, undefined, {
      [customFetch]: fetchFromProvider as CustomFetch,
      ...(isPlain && { execute: [allowInsecureRequests] })
    })
    const metadata = found.serverMetadata()
    const named = String(metadata.issuer)
    if (!URL.canParse(named) || withoutSlash(named) !== withoutSlash(issuer)) {
      throw new Error(`OIDC_ISSUER is ${issuer}, and the provider calls itself "${named}"`)
    }
    described = { metadata, until: performance.now() + DESCRIPTION_MS }
  }

  /** Each sign-in has a new configuration, so that the keys of the provider are always the newest. */
  async function open (): Promise<Configuration> {
    try {
      if (described === null || performance.now() > described.until) await description.join()
    } catch (error) {
      throw new ProviderFailure('unreachable', error)
    }
    const { metadata } = described!
    const configuration = new Configuration({ ...metadata }, clientId, {
      client_secret: clientSecret, [clockTolerance]: CLOCKS_APART_S
    }, authentication(metadata.token_endpoint_auth_methods_supported, clientSecret))
    configuration[customFetch] = fetchFromProvider as CustomFetch
    if (isPlain) allowInsecureRequests(configuration)
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  return {
    /** Begins a sign-in: returns the URL of the provider's page, and the checks for its answer. */
    async begin (): Promise<{ url: string, checks: Checks }> {
      const configuration = await open()
      const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      try {
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256'
        })
        if (!/^https?:$/.test(url.protocol)) throw new Error('its page is no page of the web')
        return { url: url.href, checks }
      } catch (error) {
        throw new ProviderFailure('failed', error)
      }
    },

    /** The person who has come back from that page with this query. */
    async end (query: string, { state, nonce, verifier }: Checks): Promise<ProviderIdentity> {
      const configuration = await open()
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true
        })
        const claims = tokens.claims()!
        if (!SUBJECT.test(claims.sub)) throw new Error('its name of the person is none')
        const more = hasUserInfo(configuration)
          ? () => fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : null
        const said = await readClaims(claims, more, { trustsEmail, groupsClaim })
        return { issuer: claims.iss, subject: claims.sub, ...said }
      } catch (error) {
        throw new ProviderFailure(error instanceof AuthorizationResponseError ? 'refused' : 'failed', error)
      }
    }
  }
}

export type Provider = ReturnType<typeof createProvider>

function hasUserInfo (configuration: Configuration): boolean {
  return configuration.serverMetadata().userinfo_endpoint !== undefined
}

/** How the secret is sent: in the way that the provider names, in the header if it names that as well, or nothing. */
function authentication (methods: readonly string[] | undefined, secret: string): ClientAuth {
  if (methods === undefined || methods.includes('client_secret_basic')) return ClientSecretBasic(secret)
  if (methods.includes('client_secret_post')) return ClientSecretPost(secret)
  return methods.includes('client_secret_jwt') ? ClientSecretJwt(secret) : ClientSecretBasic(secret)
}

/** Providers disagree about a slash at the end of their names. */
function withoutSlash (url: string): string {
  return new URL(url).href.replace(/\/$/, '')
}
