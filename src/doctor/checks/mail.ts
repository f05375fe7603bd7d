import { MailFailure, signIn } from '../../mail/smtp.js'
import { failure, ok, skipped, type Check } from '../check.js'

/** The mail server takes the sender's password. Nothing is sent. */
export const mail: Check = {
  name: 'mail',
  needs: ['settings'],
  async look ({ config }, signal) {
    const { SMTP_URL: server, PUBLIC_URL: publicUrl } = config
    if (server === undefined) return skipped('SMTP_URL is not set')
    const place = `${server.host}:${server.port}`
    try {
      await signIn({ server, publicUrl: publicUrl! }, signal)
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      return failure(`${place} does not let the service in: ${error.message}`, 'Correct SMTP_URL')
    }
    return ok(`${place} ${server.auth === null ? 'answers' : `lets ${server.auth.user} in`}`)
  }
}
