import { api, done } from '../api/client.ts'
import { onlyLooks } from '../api/session.ts'
import { useChanges } from '../live/follow.ts'
import { ProjectLink } from './project-link.tsx'
import { addressOf } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { directionWords, State, Where } from './words.tsx'

/** Nothing tells of what has failed, nor whoever is no administrator of changes. */
const LOOK_MS = 5000

/** The page of all drop folders. */
export function DropFoldersScreen () {
  const path = '/api/v2/drop_folders'
  const { data, failure, reload } = useLoaded(async () =>
    (await done(api.GET(path, { params: { query: { limit: 100 } } }))).drop_folders, [])
  useChanges(({ event }) => event.startsWith('DROP_FOLDER_'), reload)
  useEvery(LOOK_MS, reload)
  return (
    <Page
      title='Drop folders' behind={path} failure={failure.value} isComing={data.value === null}
      actions={!onlyLooks.value && <a class='button primary' href={addressOf('drop-folders/new')}>Add drop folder</a>}
    >
      {data.value?.length === 0 && (
        <Empty title='No drop folders yet'>
          A drop folder takes files in by itself: from a folder or a bucket of the operator, by uploads and by links.
          Its rules say into which project they go, and what their assets get.
        </Empty>
      )}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Drop folders' columns={['Title', 'Direction', 'Where', 'Project', 'State']}>
          {data.value.map((folder) => (
            <tr key={folder.id}>
              <th scope='row'><a href={addressOf(`drop-folders/${folder.id}`)}><bdi>{folder.title}</bdi></a></th>
              <td>{directionWords[folder.direction]}</td>
              <td class='cut'><Where folder={folder} /></td>
              <td><ProjectLink id={folder.project_id} /></td>
              <td><State folder={folder} /></td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  )
}
