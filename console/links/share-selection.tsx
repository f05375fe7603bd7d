import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import type { Listed } from '../find/results.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { count } from '../ui/words.ts'
import { Address } from './address.tsx'
import type { Made } from './api.ts'
import { NewLink } from './new-link.tsx'

interface ShareSelectionProps {
  readonly assets: readonly Listed[]
  /** How many projects are chosen besides. */
  readonly projects: number
  readonly onClose: () => void
}

/** A link of the chosen assets: the form, then its address. */
export function ShareSelection ({ assets, projects, onClose }: ShareSelectionProps) {
  const { data: title } = useLoaded(async () => titleFor(assets), [])
  const made = useSignal<Made | null>(null)
  if (made.value !== null) return <Address made={made.value} onClose={onClose} />
  if (title.value === null) return null
  return (
    <NewLink
      of={{ type: 'selection', assetIds: assets.map(({ id }) => id) }} title={title.value}
      shows={(
        <>
          People without an account see {assets.length === 1 ? 'this asset, if you' : `these ${count(assets.length, 'asset')}, as far as you`} may
          change {assets.length === 1 ? 'it' : 'them'}.
          {projects > 0 && <> <strong>Projects are left out</strong>: share each on its own page.</>}
        </>
      )}
      onClose={(link) => {
        if (link === null) onClose()
        else made.value = link
      }}
    />
  )
}

/** The name of the asset, or of the project in which all of them are, or their number. */
async function titleFor (assets: readonly Listed[]): Promise<string> {
  const [first, ...others] = assets as readonly [Listed, ...Listed[]]
  const isTogether = others.every((asset) => asset.project_id === first.project_id)
  const title = others.length === 0 ? first.title : isTogether ? await titleOfProject(first.project_id) : ''
  return title === '' ? count(assets.length, 'asset') : title
}

/** '' if there is none, or the user does not see it. */
async function titleOfProject (id: string | null): Promise<string> {
  if (id === null) return ''
  const params = { path: { project_id: id } }
  return done(api.GET('/api/v2/projects/{project_id}', { params })).then(({ project }) => project.title, () => '')
}
