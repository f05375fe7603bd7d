import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { isAdmin, onlyLooks } from '../api/session.ts'
import { loadUsers, whoIs } from '../items/people.ts'
import { mayPutInto } from '../items/rights.ts'
import { useChanges } from '../live/follow.ts'
import { go } from '../shell/place.ts'
import { tell } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useActing } from '../ui/use-acting.ts'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { date } from '../ui/words.ts'
import { Arrivals } from './arrivals.tsx'
import { fixedOf, type DropFolder } from './draft.ts'
import { FolderLinks } from './folder-links.tsx'
import { ProjectLink } from './project-link.tsx'
import { Publicity } from './publicity.tsx'
import { RemoveDropFolder } from './remove-drop-folder.tsx'
import { RulesForm } from './rules-form.tsx'
import { directionWords, mayChange, State, Where } from './words.tsx'

const DROP_FOLDER = '/api/v2/drop_folders/{drop_folder_id}'
/** Nothing tells why it halts, nor what comes. */
const LOOK_MS = 3000

/** The page of a new drop folder, or of one. */
export function DropFolderScreen ({ id }: { id: string }) {
  return id === 'new' ? <NewDropFolder /> : <OneDropFolder key={id} id={id} />
}

function NewDropFolder () {
  const { data, failure } = useLoaded(async () => isAdmin.value ? (await done(api.GET('/api/v2/locations'))).locations : [], [])
  return (
    <Page title='New drop folder' behind='/api/v2/drop_folders' failure={failure.value} isComing={data.value === null}>
      {data.value !== null && (
        <RulesForm
          folder={null} locations={data.value} readOnly={onlyLooks.value}
          onSave={async (rules, draft) => {
            const body = { ...fixedOf(draft), ...rules, title: draft.title.value }
            const { drop_folder: made } = await done(api.POST('/api/v2/drop_folders', { body }))
            tell('Saved.')
            go(`drop-folders/${made!.id}`, undefined, { replace: true })
            return made!
          }}
        />
      )}
    </Page>
  )
}

function OneDropFolder ({ id }: { id: string }) {
  const params = { path: { drop_folder_id: id } }
  const { data, failure, reload, put } = useLoaded(async () =>
    (await done(api.GET(DROP_FOLDER, { params }))).drop_folder, [id])
  const asked = useSignal<'remove' | 'public' | null>(null)
  const { isBusy, act } = useActing()
  useEffect(() => { loadUsers() }, [])
  useChanges(({ event, targets }) =>
    event.startsWith('DROP_FOLDER_') && String((targets as { drop_folder_id?: number }).drop_folder_id) === id, reload)
  useEvery(LOOK_MS, reload)
  const folder = data.value
  const mayEdit = folder !== null && mayChange(folder)
  const close = () => { asked.value = null }

  const change = async (body: Partial<DropFolder>): Promise<DropFolder> => {
    const { drop_folder: now } = await done(api.POST(DROP_FOLDER, { params, body }))
    put(now!)
    return now!
  }
  const pause = () => act(async () => {
    const { paused } = folder!
    await change({ paused: !paused })
    tell(paused ? 'It goes on.' : 'Paused.', async () => { await change({ paused }) })
  })

  const rules = () => (
    <RulesForm
      folder={folder} locations={[]} readOnly={!mayEdit}
      onSave={async (changes) => {
        const now = await change(changes as Partial<DropFolder>)
        tell('Saved.')
        return now
      }}
    />
  )

  return (
    <Page
      title={folder?.title ?? 'Drop folder'} behind={`/api/v2/drop_folders/${id}`} failure={failure.value}
      isComing={folder === null}
      actions={folder !== null && mayEdit && (
        <>
          <button type='button' class='button' disabled={isBusy.value} onClick={pause}>{folder.paused ? 'Go on' : 'Pause'}</button>
          {(folder.direction === 'in' || folder.public) && (
            <button type='button' class='button' onClick={() => { asked.value = 'public' }}>
              {folder.public ? 'Make private' : 'Make public'}
            </button>
          )}
          <button type='button' class='button danger' onClick={() => { asked.value = 'remove' }}>Remove</button>
        </>
      )}
    >
      {folder !== null && (
        <>
          <About folder={folder} mayEdit={mayEdit} />
          {folder.direction === 'in'
            ? (
              <Tabs
                label='Drop folder'
                tabs={[
                  { name: 'Arrivals', content: () => <Arrivals folder={folder} /> },
                  { name: 'Rules', content: rules },
                  ...mayPutInto(folder.project_id) ? [{ name: 'Links', content: () => <FolderLinks folder={folder} /> }] : []
                ]}
              />
              )
            : rules()}
        </>
      )}
      {folder !== null && asked.value === 'remove' && (
        <RemoveDropFolder folder={folder} onClose={close} onRemoved={() => go('drop-folders')} />
      )}
      {folder !== null && asked.value === 'public' && (
        <Publicity folder={folder} onClose={close} change={async (body) => { await change(body) }} />
      )}
    </Page>
  )
}

function About ({ folder, mayEdit }: { folder: DropFolder, mayEdit: boolean }) {
  return (
    <>
      {folder.paused && (
        <p class='banner'>This is paused: nothing is looked at or begun. What is under way ends.</p>
      )}
      {folder.error !== null && (
        <p class='wrong' role='alert'>
          {folder.error}: all waits until that is put right.{mayEdit && ' Who saves the rules becomes its user.'}
        </p>
      )}
      <dl class='facts hook-facts'>
        <dt>State</dt><dd><State folder={folder} /></dd>
        <dt>{directionWords[folder.direction]}</dt><dd><Where folder={folder} /></dd>
        <dt>Project</dt><dd><ProjectLink id={folder.project_id} /></dd>
        <dt>Saved by</dt>
        <dd>
          <bdi>{whoIs(folder.user_id)}</bdi>, {date(folder.updated_at)}. It acts as this user
          {folder.direction === 'in' && ', who owns its assets'}.
        </dd>
      </dl>
    </>
  )
}
