/** A placeholder for something that is being loaded. */
export function Skeleton ({ rows = 6 }: { rows?: number }) {
  return (
    <div class='skeletons' role='status' aria-label='Loading'>
      {Array.from({ length: rows }, (_, index) => <div key={index} class='skeleton' />)}
    </div>
  )
}
