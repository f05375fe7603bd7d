import { createProvider, ProviderFailure } from '../../oidc/provider.js'
import { oidcSettings } from '../../process/config.js'
import { failure, ok, skipped, type Check } from '../check.js'

/** The provider of OpenID Connect describes itself, so that people can sign in. */
export const provider: Check = {
  name: 'provider',
  needs: ['settings'],
  async look ({ config }) {
    const settings = oidcSettings(config)
    if (settings === null) return skipped('OIDC_ISSUER is not set')
    try {
      await createProvider(settings, config.PUBLIC_URL!).begin()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return failure(`${settings.issuer}: ${error.message}`, 'Correct OIDC_ISSUER')
    }
    return ok(`${settings.issuer} answers`)
  }
}
