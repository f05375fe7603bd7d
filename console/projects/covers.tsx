import { read, urlOf, type Project } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { previewOf, type Preview } from '../items/previews.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { changesTree, highestOf, NO_PROJECT } from './highest.ts'
import './covers.css'

const MOST = 24
/** One request finds the projects, those below them as well; another one pictures of all of them, the newest first. */
const PROJECTS = urlOf('/api/v2/search', { query: { type: ['project'], include: ['media'], limit: 200 } })
const PICTURES = urlOf('/api/v2/search', {
  query: { type: ['asset'], content_type: ['image/*', 'video/*', 'application/pdf'], include: ['media'], limit: 100 }
})
const EVENTS = /^ASSET_(?:FINISHED_ANALYSIS|FINISHED_IMAGE_THUMBNAIL|REMOVED|RESTORED|PURGED)$|^USER_(?:LINKED|UNLINKED)$|_THUMBNAIL_ASSET$/

interface Cover {
  readonly project: Project
  /** The one that was chosen, else that of one of its newest assets. */
  readonly picture: Pick<Preview, 'url' | 'width' | 'height'> | undefined
}

/** The user's projects, each with a picture of what is in it, for people who come to look. */
export function Covers () {
  const { data, failure, reload } = useLoaded(loadCovers, [])
  useChanges((change) => changesTree(change) || EVENTS.test(change.event), reload)
  const covers = data.value
  return (
    <section class='covers' aria-label='Projects'>
      <div class='section-head'>
        <h2>Projects</h2>
        {covers !== null && covers.length > 0 && <a href={addressOf('projects')}>All projects</a>}
      </div>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {covers?.length === 0 && <p class='quiet'>{NO_PROJECT}</p>}
      {covers?.length !== 0 && (
        <ul>
          {covers?.map(({ project: { id, title, private: isPrivate }, picture }) => (
            <li key={id}>
              <a href={addressOf(`projects/${id}`)}>
                <span class='cover'>
                  {picture === undefined
                    ? <Icon name={isPrivate ? 'lock' : 'folder'} />
                    : <img src={picture.url} width={picture.width} height={picture.height} alt='' loading='lazy' decoding='async' />}
                </span>
                <span class='picture-title' dir='auto' title={title}>{title === '' ? 'Untitled' : title}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

async function loadCovers (): Promise<Cover[]> {
  const [{ data: { results } }, { data: { results: assets } }] = await Promise.all([read(PROJECTS), read(PICTURES)])
  const projects = results.map(({ project }) => project!)
  const chosen = new Map(projects.map(({ id, thumbnail }) => [id, thumbnail]))
  const seen = new Map(projects.map((project) => [project.id, project]))
  const pictures = new Map<string, Preview>()
  for (const { asset } of assets) {
    const picture = previewOf(asset!.media!, 'thumbnail')
    if (picture === undefined) continue
    // It is a picture of each project that it is below: the first one that is found counts.
    for (let at = seen.get(asset!.project_id ?? ''); at !== undefined; at = seen.get(at.project_id ?? '')) {
      if (!pictures.has(at.id)) pictures.set(at.id, picture)
    }
  }
  return highestOf(projects).slice(0, MOST).map((project) => {
    const thumbnail = chosen.get(project.id)
    const picture = thumbnail == null ? pictures.get(project.id) : { ...thumbnail, url: reachable(thumbnail.url) }
    return { project, picture }
  })
}
