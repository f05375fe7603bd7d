import { useSignal } from '@preact/signals'
import { ask, nextPage, type Asset, type Project } from '../api/client.ts'
import { Create } from '../find/create.tsx'
import { signOf, Thumbnail } from '../items/thumbnail.tsx'
import { UploadButton } from '../items/upload-button.tsx'
import { useChanges } from '../live/follow.ts'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { usePace } from '../ui/use-pace.ts'

interface Entry { readonly type: 'asset' | 'project', readonly asset?: Asset, readonly project?: Project }
interface Content { readonly entries: readonly Entry[], readonly next: string | null }

/** The direct content of a project: projects first, then assets. */
export function Inside ({ id, mayAdd }: { id: string, mayAdd: boolean }) {
  const isMaking = useSignal(false)
  const parent = encodeURIComponent(id)
  const first = (type: string) => read(`/api/v2/search?type=${type}&project_id=${parent}&sort=title&limit=60`)
  const projects = useLoaded(async () => first('project'), [id])
  const assets = useLoaded(async () => first('asset'), [id])
  const look = usePace(async () => Promise.all([projects.reload(), assets.reload()]))
  useChanges((change) => {
    const at = change?.targets.to_project_id ?? change?.targets.project_id
    const isHere = [...projects.data.value?.entries ?? [], ...assets.data.value?.entries ?? []]
      .some(({ asset, project }) => (asset ?? project)!.id === (change?.targets.asset_id ?? change?.targets.project_id))
    if (change === null || at === id || isHere) look()
  })

  async function more (content: Content): Promise<void> {
    const page = await read(content.next!)
    assets.put({ ...page, entries: [...content.entries, ...page.entries] })
  }

  const all = [...projects.data.value?.entries ?? [], ...assets.data.value?.entries ?? []]
  const isEmpty = projects.data.value !== null && assets.data.value !== null && all.length === 0
  return (
    <section class='inside' aria-label='Inside'>
      <div class='section-head'>
        <h2>Inside</h2>
        <span class='actions'>
          <a class='button' href={addressOf('', new URLSearchParams({ within: id }))}><Icon name='search' />Find in here</a>
          {mayAdd && <button type='button' class='button' onClick={() => { isMaking.value = true }}>New subproject</button>}
          {mayAdd && <UploadButton projectId={id} />}
        </span>
      </div>
      {(projects.failure.value ?? assets.failure.value) !== null && (
        <p class='wrong' role='alert'>{projects.failure.value ?? assets.failure.value}</p>
      )}
      {isEmpty && <p class='quiet'>Nothing is in here yet.{mayAdd ? ' Drop files onto this page, or choose this project for an asset.' : ''}</p>}
      {isMaking.value && <Create type='project' within={id} onClose={() => { isMaking.value = false }} />}
      <ul class='inside-list'>
        {all.map(({ type, asset, project }) => {
          const item = (asset ?? project)!
          return (
            <li key={item.id}>
              <a href={addressOf(`${type}s/${item.id}`)}>
                {asset === undefined ? <span class='thumbnail'><Icon name='folder' /></span> : <Thumbnail asset={asset} />}
                <span class='inside-title'>{item.title === '' ? 'Untitled' : item.title}</span>
                <span class='quiet'>{item.category || (asset === undefined ? 'Project' : signOf(asset.original_filename) === 'file' ? '' : asset.original_filename)}</span>
              </a>
            </li>
          )
        })}
      </ul>
      {assets.data.value !== null && assets.data.value.next !== null && (
        <button type='button' class='button' onClick={() => { more(assets.data.value!).catch(tellFailure) }}>Show more</button>
      )}
    </section>
  )
}

async function read (path: string): Promise<Content> {
  const answer = await ask('GET', path)
  const { results } = await answer.json() as { results: Entry[] }
  return { entries: results, next: nextPage(answer) }
}
