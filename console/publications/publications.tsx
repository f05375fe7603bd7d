import { useSignal, type ReadonlySignal } from '@preact/signals'
import { api, done, type Item, type Schemas } from '../api/client.ts'
import { whoIs } from '../items/people.ts'
import { rightsOf } from '../items/rights.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago } from '../ui/words.ts'

type Publication = Schemas['Publication']

const LONGEST_URL = 2000
const LONGEST_TITLE = 1000

interface PublicationsProps {
  readonly item: Item
  /** Counts the changes of the asset. */
  readonly heard: ReadonlySignal<number>
}

/** Where an asset was published. Who adds nothing sees nothing of it while there is nothing. */
export function Publications ({ item, heard }: PublicationsProps) {
  const path = { asset_id: item.id }
  const isAdding = useSignal(false)
  const { data, failure, reload } = useLoaded(
    async () => (await done(api.GET('/api/v2/assets/{asset_id}/publications', { params: { path } }))).publications,
    [item.id, heard.value]
  )
  const publications = data.value ?? []
  const mayChange = rightsOf('asset', item).change
  if (publications.length === 0 && failure.value === null && !mayChange) return null
  return (
    <section class='files' aria-label='Publications'>
      <div class='section-head'>
        <h2>Publications</h2>
        {mayChange && (
          <button type='button' class='button' onClick={() => { isAdding.value = true }}>
            Add<span class='hidden-text'> a publication</span>
          </button>
        )}
      </div>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value !== null && publications.length === 0 && (
        <p class='quiet'>A video platform, a website, a press page: this was published nowhere yet.</p>
      )}
      <ul class='file-list'>
        {publications.map((each) => (
          <Row key={each.id} assetId={item.id} publication={each} mayChange={mayChange} reload={reload} />
        ))}
      </ul>
      {isAdding.value && (
        <AddPublication assetId={item.id} onClose={() => { isAdding.value = false }} onAdded={reload} />
      )}
    </section>
  )
}

interface RowProps {
  readonly assetId: string
  readonly publication: Publication
  readonly mayChange: boolean
  readonly reload: () => Promise<void>
}

function Row ({ assetId, publication, mayChange, reload }: RowProps) {
  const { id, url, title, user_id: userId, created_at: createdAt } = publication
  const isRemoving = useSignal(false)
  const name = title === null || title.trim() === '' ? url : title
  const host = hostOf(url)
  return (
    <li>
      {host === null
        ? <bdi class='file-name'>{name}</bdi>
        : <a class='file-name' href={url} target='_blank' rel='noopener noreferrer'><bdi>{name}</bdi></a>}
      {host !== null && name !== url && <bdi class='quiet'>{host}</bdi>}
      <span class='quiet'><bdi>{whoIs(userId)}</bdi>, {ago(createdAt)}</span>
      {mayChange && (
        <button type='button' class='link' onClick={() => { isRemoving.value = true }}>
          Remove<span class='hidden-text'> {name}</span>
        </button>
      )}
      {isRemoving.value && (
        <FormDialog
          title='Remove this publication?' verb='Remove' isDanger onClose={() => { isRemoving.value = false }}
          work={async () => {
            await done(api.DELETE('/api/v2/assets/{asset_id}/publications/{publication_id}', {
              params: { path: { asset_id: assetId, publication_id: String(id) } }
            }))
            await reload()
          }}
        >
          <p><bdi>{name}</bdi> is forgotten here. What is at its address stays there.</p>
        </FormDialog>
      )}
    </li>
  )
}

interface AddProps {
  readonly assetId: string
  readonly onClose: () => void
  readonly onAdded: () => Promise<void>
}

function AddPublication ({ assetId, onClose, onAdded }: AddProps) {
  const url = useSignal('')
  const title = useSignal('')

  async function add () {
    const named = title.value.trim()
    await done(api.POST('/api/v2/assets/{asset_id}/publications', {
      params: { path: { asset_id: assetId } }, body: { url: url.value.trim(), ...named !== '' && { title: named } }
    }))
    await onAdded()
  }

  return (
    <FormDialog title='Where was this published?' verb='Add' isReady={url.value.trim() !== ''} work={add} onClose={onClose}>
      <label class='field'>
        <span>Address</span>
        <input
          type='url' placeholder='https://' maxLength={LONGEST_URL} value={url.value}
          onInput={(event) => { url.value = event.currentTarget.value }}
        />
      </label>
      <label class='field'>
        <span>Title there</span>
        <input
          type='text' maxLength={LONGEST_TITLE} value={title.value} dir='auto'
          onInput={(event) => { title.value = event.currentTarget.value }}
        />
      </label>
    </FormDialog>
  )
}

/** Where a link leads. Null for an address that must be none. */
function hostOf (url: string): string | null {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? host : null
  } catch {
    return null
  }
}
