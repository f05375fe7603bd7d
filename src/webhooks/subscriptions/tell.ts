import { listAdministrators } from '../../access/enabled-users.js'
import { defineSentences, type ReasonsOf, type Teller } from '../../core/events/teller.js'

const sentences = defineSentences({
  webhook_disabled: () => 'A webhook was disabled, as its receiver fails or is gone'
})

declare module '../../core/events/teller.js' {
  interface Reasons extends ReasonsOf<typeof sentences> {}
}

/** Tells administrators of a webhook that was disabled. */
export const webhookTeller: Teller = {
  whom: {
    async NOTIFICATION_ADDED ({ sql, caller }, { targets }) {
      if (targets.webhook_id === undefined) return []
      const administrators = await listAdministrators(sql, caller.accountId)
      return [{ reasons: administrators.map((id) => [id, 'webhook_disabled'] as const), item: null, text: null }]
    }
  },
  sentences
}
