import { defineConfig } from 'vitest/config'

import { KeepResults } from './test/suite/keep-results.ts'
import { LongestFirst } from './test/suite/longest-first.ts'

// A time limit here ends what hangs; it judges nothing. A busy machine may take ten times as long as an idle one.
export default defineConfig({
  test: {
    // Most of the flow tests wait for processes: four files at once keep two cores busy.
    maxWorkers: 4,
    reporters: ['default', new KeepResults()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['test/support/fixed-seed.ts'],
          // Each process loads the product once, not once a file.
          isolate: false,
          include: ['{ingress,workers,shared}/**/*.test.ts', 'test/{house,catalog,suite}/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'flow',
          setupFiles: ['test/support/fixed-seed.ts'],
          isolate: false,
          include: ['test/{flow,contract}/**/*.test.ts'],
          globalSetup: ['test/support/world/services.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/world/services.ts', 'test/start/copy-project.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['test/deploy/**/*.test.ts'],
          globalSetup: ['test/support/world/services.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          globalSetup: ['test/support/world/services.ts'],
          testTimeout: 120_000,
          // The first run installs the clients.
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'start',
          include: ['test/start/**/*.test.ts'],
          globalSetup: ['test/start/copy-project.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
