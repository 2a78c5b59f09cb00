/** Example server: a service over the examples for all tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { exampleEditions } from './example-edition.ts';
import { started, type Client } from './harness.ts';

/** Starts the server before the tests of the calling file, and stops it after them. */
export function servedExamples(): Pick<Client, 'ask'> {
  let server: Client;
  let remove: () => void;
  beforeAll(async () => {
    const examples = exampleEditions();
    remove = examples.remove;
    server = await started({ editions: examples.editions });
  });
  afterAll(async () => {
    await server.close();
    remove();
  });
  return { ask: (...given) => server.ask(...given) };
}
