import type { Webhook } from './webhooks.tsx'

/** The state of a webhook, in a word. */
export function Health ({ webhook }: { webhook: Webhook }) {
  const [word, kind] = healthOf(webhook)
  return <span class={`state ${kind}`}>{word}</span>
}

function healthOf ({ disabled, latest_run: latest, retry_queue_length: retries }: Webhook): [string, string] {
  if (disabled) return ['Disabled', 'off']
  if (latest === null) return ['Not used yet', 'off']
  if (latest.status === 'failed') return ['Failing', 'bad']
  return retries > 0 ? ['Catching up', 'fair'] : ['Healthy', 'good']
}
