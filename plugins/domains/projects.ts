import fp from 'fastify-plugin'
import { createProjects, type Projects } from '../../src/projects/projects.js'
import { thumbnails, type Thumbnails } from '../../src/projects/thumbnails.js'

declare module 'fastify' {
  interface FastifyInstance {
    projects: Projects
    thumbnails: Thumbnails
  }
}

export default fp(async function projects (app) {
  app.decorate('projects', createProjects(app))
  app.decorate('thumbnails', thumbnails)
}, { name: 'projects', dependencies: ['authentication', 'trash'] })
