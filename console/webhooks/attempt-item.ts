import type { Attempt } from './attempts.tsx'

/** The item that an attempt was about. */
export interface AttemptItem {
  readonly title: string
  /** Of its page. */
  readonly path: string
}

interface Payload {
  readonly targets?: { readonly asset_id?: string, readonly project_id?: string }
  readonly data?: { readonly asset?: { readonly title: string }, readonly project?: { readonly title: string } }
}

export function itemOf ({ request_body: body }: Attempt): AttemptItem | null {
  const { targets = {}, data = {} } = parse(body)
  const id = targets.asset_id ?? targets.project_id
  if (id === undefined) return null
  const title = (targets.asset_id === undefined ? data.project : data.asset)?.title
  return { title: title === undefined ? id : title || 'Untitled', path: `${targets.asset_id === undefined ? 'projects' : 'assets'}/${id}` }
}

/** A body that was cut off is not valid JSON. */
function parse (body: string | null): Payload {
  try {
    return JSON.parse(body ?? '{}') as Payload
  } catch {
    return {}
  }
}
