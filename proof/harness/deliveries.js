import { createHash } from 'node:crypto'

/**
 * @typedef {object} Delivery the part of a received delivery that is kept
 * @property {number} webhookId
 * @property {string} eventId
 * @property {number} sequence
 * @property {string} digest of its bytes
 * @property {number} at when it arrived, by `performance.now()`
 */

/**
 * @param {import('./receiver.js').Received} request
 * @returns {Delivery}
 */
export function deliveryOf ({ body, text, at }) {
  return {
    webhookId: body.webhook_id,
    eventId: body.id,
    sequence: body.sequence,
    digest: createHash('sha1').update(text).digest('base64').slice(0, 12),
    at
  }
}
