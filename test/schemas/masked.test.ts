/** Masking of secrets in texts. */
import { describe, expect, test } from 'vitest';
import { maskedAddress, withoutUserInfo, withoutValues } from '../../schemas/masked.ts';

describe('user name and password of a URL', () => {
  test.each([
    ['cannot fetch https://jan:geheim@ev.example/v1?a=b@c twice: http://x@y', 'cannot fetch https://…@ev.example/v1?a=b@c twice: http://…@y'],
    ['https://ev.example/v1', 'https://ev.example/v1'], ['mail aan jan@ev.example // of @niemand', 'mail aan jan@ev.example // of @niemand'],
  ])('are removed from a text: %s', (text, expected) => {
    expect(withoutUserInfo(text)).toBe(expected);
  });

  test.each([
    ['https://jan:geheim@ev.example/v1', 'https://…@ev.example/v1'], ['https://jan:ge/hei@m@ev.example/v1?key=1', 'https://…@ev.example/v1?…'],
    ['jan:geheim@ev.example', '…@ev.example'], ['https://ev.example/#geheim', 'https://ev.example/?…'], ['https://ev.example/v2', 'https://ev.example/v2'], ['8081', '8081'],
  ])('are removed from a value that is no URL: %s', (value, expected) => {
    expect(maskedAddress(value)).toBe(expected);
  });
});

describe('values', () => {
  test('are masked as a whole and by their words, the longest first', () => {
    const values = ['Authorization: Bearer geheim-en-lang', '-H', 'geheim'];
    expect(withoutValues('401 for Bearer geheim-en-lang, not geheim; -H', values)).toBe('401 for … …, not …; -H');
  });

  test('of a few characters stay, because the text would be unreadable', () => {
    expect(withoutValues('no such user', ['no', 'user'])).toBe('no such user');
  });
});
