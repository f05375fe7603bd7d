/** The job that puts deliveries into the queues of webhooks. */
export const FAN_OUT_JOB = 'webhook-fan-out'
/** The job that delivers. */
export const WEBHOOKS_JOB = 'webhooks'
