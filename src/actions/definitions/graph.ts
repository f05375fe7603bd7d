/** Whether steps wait for one another in a circle: what each comes after, by name. Each edge is looked at once. */
export function cycles (followed: ReadonlyMap<string, readonly string[]>): boolean {
  const followers = new Map<string, string[]>([...followed.keys()].map((name) => [name, []]))
  const waiting = new Map([...followed].map(([name, before]) => [name, before.length]))
  for (const [name, before] of followed) for (const other of before) followers.get(other)!.push(name)
  const free = [...followed.keys()].filter((name) => waiting.get(name) === 0)
  for (const name of free) {
    for (const follower of followers.get(name)!) {
      const left = waiting.get(follower)! - 1
      waiting.set(follower, left)
      if (left === 0) free.push(follower)
    }
  }
  return free.length < followed.size
}
