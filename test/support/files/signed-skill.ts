/**
 * A skill package and signatures over it, made once by ssh-keygen and openssl; the private keys are gone. The manifest that
 * was signed is what `sha256sum` prints for the files.
 */
export const signedSkill = {
  files: [
    {
      path: 'SKILL.md',
      content: '# Hello\nSay hello with scripts/hello.sh.\n',
    },
    {
      path: 'scripts/hello.sh',
      content: '#!/bin/sh\necho hello\n',
    },
  ],
  ssh: {
    ed: {
      signature:
        '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg/JdLzHmmJnAU5YGSZOVsmhK2ok\n7pVVEcdIjfA5w//ZgAAAAEZmlsZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUx\nOQAAAEDrczGO7ZGZDRnFI9W/HbUbE79NdTPdlrtSk3P9WWQ7MT6h7iEZTKTy7SONguXP5h\nkNj+ur4ZnrriphQD/o+NgJ\n-----END SSH SIGNATURE-----\n',
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPyXS8x5piZwFOWBkmTlbJoStqJO6VVRHHSI3wOcP/2Y test@publisher.example',
    },
    ec: {
      signature:
        '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQAAAGgAAAATZWNkc2Etc2hhMi1uaXN0cDI1NgAAAAhuaXN0cDI1NgAAAE\nEEGEEZl4Jw5sJeq5+yYH36NqWPQLnmp0/w+YDrM0dlDNs28KK48GiO9q0GLVjCaQNVQlIy\nmAbKSSoMx6+kjylAzwAAAARmaWxlAAAAAAAAAAZzaGE1MTIAAABkAAAAE2VjZHNhLXNoYT\nItbmlzdHAyNTYAAABJAAAAIAiT3zIpRfMRQ3EWoVb8vgSiTv9VBNcrUL4RDmDoy3ANAAAA\nIQCn0iollX8wNDXpPxfV1XY0mG2QIdQ0+WM91CeY0whgBg==\n-----END SSH SIGNATURE-----\n',
      key: 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBBhBGZeCcObCXqufsmB9+jalj0C55qdP8PmA6zNHZQzbNvCiuPBojvatBi1YwmkDVUJSMpgGykkqDMevpI8pQM8= t',
    },
    rsa: {
      signature:
        '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQAAARcAAAAHc3NoLXJzYQAAAAMBAAEAAAEBALR6G60as25lgplbCsLiMP\nSxGYgse44/1pwtRzNZFpscaskfijTKUoVKYJRt6MYAUiasulLfhzgzfPaabxs54qbZlfBe\nU3kw5QGFyBEUuJcfg611vURjM9eTiIQHhm46hul12ohoZOfHxcJYnRy38e9fSMtxqS4UN5\nm6kDZWfLLg4Cn6lft9cfzUm3aZq2/nFudtdm25e8JV3psFQWYpZ//nyIy8jXjldUv/5N53\n6c89TZXFQpayIQOZmLsLx7zou9X/IAJTqGne6l6s3eVfOYyVnuRQM8bVGpuGQ14SlJnNe6\nfyF6bXZ4YCPgYRhzmRIt+/JAOUZ3IJFxYMvsdfZvEAAAAEZmlsZQAAAAAAAAAGc2hhNTEy\nAAABFAAAAAxyc2Etc2hhMi01MTIAAAEAntex1OBaLUww5LXqqC32xi+gC4SXd3XgFE5qAl\n3UO8cm0uwHfg6Bu4OwwwDXo7Qa8ND4UvRZrcHz2h9mgFRKsojvb2rW8FoA/O95gnDPOYkj\nInPMjc5AWncTON78ATMIxQINeMe8fOfZG2u/8EzAT6u4LXdeZgzZeYNEJCqQujp7/sy4rD\npHt8/0VP/7ffDH4kEtAxZUX56ngBHYN148KAERB0qhyFQ6tLKzxPmhgWrm+8kQuy8D8t7E\nf6Q7bJEcz46zoT3mCWb3trCncijcE0SISDwmr0WSQz8eM+8LEKgmo6YMGyuutSsg5EDDAb\np641d5r+VPliIdpFGYKipYtA==\n-----END SSH SIGNATURE-----\n',
      key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC0ehutGrNuZYKZWwrC4jD0sRmILHuOP9acLUczWRabHGrJH4o0ylKFSmCUbejGAFImrLpS34c4M3z2mm8bOeKm2ZXwXlN5MOUBhcgRFLiXH4Otdb1EYzPXk4iEB4ZuOobpddqIaGTnx8XCWJ0ct/HvX0jLcakuFDeZupA2Vnyy4OAp+pX7fXH81Jt2matv5xbnbXZtuXvCVd6bBUFmKWf/58iMvI145XVL/+Ted+nPPU2VxUKWsiEDmZi7C8e86LvV/yACU6hp3uperN3lXzmMlZ7kUDPG1RqbhkNeEpSZzXun8hem12eGAj4GEYc5kSLfvyQDlGdyCRcWDL7HX2bx t',
    },
    git: {
      signature:
        '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg/JdLzHmmJnAU5YGSZOVsmhK2ok\n7pVVEcdIjfA5w//ZgAAAADZ2l0AAAAAAAAAAZzaGE1MTIAAABTAAAAC3NzaC1lZDI1NTE5\nAAAAQNDikkVt1+G0qp8ZccytoD+WcpoTjAeGUsESv2k0UWBM/T1y4zhmskUGO6aw4NN80K\niiGxkuE5UPQ+6dS6aUhws=\n-----END SSH SIGNATURE-----\n',
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPyXS8x5piZwFOWBkmTlbJoStqJO6VVRHHSI3wOcP/2Y test@publisher.example',
    },
  },
  ca: '-----BEGIN CERTIFICATE-----\nMIIBhTCCASqgAwIBAgIUBocF1YsiU8aO1dQOgKsM8iwF3zgwCgYIKoZIzj0EAwIw\nHzEdMBsGA1UEAwwURXhhbXBsZSBQdWJsaXNoZXIgQ0EwIBcNMjYxMTIwMTIwODU4\nWhgPMjEyNjEwMjcxMjA4NThaMB8xHTAbBgNVBAMMFEV4YW1wbGUgUHVibGlzaGVy\nIENBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEw0KNjEybVG46DP7pdJgPqo8x\n3lBwcZ4rXGsb6U45AecTKcX1xyzw0uaI8bRNMxv17XDhIaDfpdoEtdSSBppktKNC\nMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwHQYDVR0OBBYEFJfz\nsHsOAstQvwVmZLQSL4840D8pMAoGCCqGSM49BAMCA0kAMEYCIQDMWDLdRHHOD7ky\nFUeUzZRPomCcwIn0w8s1mJ4c0r9uUgIhAPM6+Py02/TMXRKe2OXP19r4/xSALgkv\nmVpZA+s6k1xO\n-----END CERTIFICATE-----\n',
  oms: {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      x509CertificateChain: {
        certificates: [
          {
            rawBytes:
              'MIIB0TCCAXegAwIBAgIBAjAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRFeGFtcGxlIFB1Ymxpc2hlciBDQTAgFw0yNjExMjAxMjA4NThaGA8yMTI2MTAyNzEyMDg1OFowJDEiMCAGA1UEAwwZRXhhbXBsZSBQdWJsaXNoZXIgU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAuOXiUfC5WPuVWNxLHWy4W/UVpN8r/MHKAMqI5z11ZMHT0dOvdiTBs/caC4oWK3FPMs0VC1ddINIQtb7Ec2tyejgZwwgZkwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwMwJAYDVR0RBB0wG4EZcmVsZWFzZUBwdWJsaXNoZXIuZXhhbXBsZTAdBgNVHQ4EFgQUmvoPDng9+6PV+d7qqVpKmBY7U5EwHwYDVR0jBBgwFoAUl/Owew4Cy1C/BWZktBIvjzjQPykwCgYIKoZIzj0EAwIDSAAwRQIhANSu2Km0TZfsO+ms7lvugVeRE09Ao9HG29iA4wOq/78QAiABxcaTRLffSFFkTM0/85hUSOl1JDy66+kni5V5emtHzQ==',
          },
          {
            rawBytes:
              'MIIBhTCCASqgAwIBAgIUBocF1YsiU8aO1dQOgKsM8iwF3zgwCgYIKoZIzj0EAwIwHzEdMBsGA1UEAwwURXhhbXBsZSBQdWJsaXNoZXIgQ0EwIBcNMjYxMTIwMTIwODU4WhgPMjEyNjEwMjcxMjA4NThaMB8xHTAbBgNVBAMMFEV4YW1wbGUgUHVibGlzaGVyIENBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEw0KNjEybVG46DP7pdJgPqo8x3lBwcZ4rXGsb6U45AecTKcX1xyzw0uaI8bRNMxv17XDhIaDfpdoEtdSSBppktKNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwHQYDVR0OBBYEFJfzsHsOAstQvwVmZLQSL4840D8pMAoGCCqGSM49BAMCA0kAMEYCIQDMWDLdRHHOD7kyFUeUzZRPomCcwIn0w8s1mJ4c0r9uUgIhAPM6+Py02/TMXRKe2OXP19r4/xSALgkvmVpZA+s6k1xO',
          },
        ],
      },
      tlogEntries: [],
    },
    dsseEnvelope: {
      payload:
        'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJzdWJqZWN0IjpbeyJuYW1lIjoiaGVsbG8tc2tpbGwiLCJkaWdlc3QiOnsic2hhMjU2IjoiNDhkMGUyNTBhNWUyNzQ4NTQ2MWRmMGI0YmI5Y2UwMjNlNjE5N2RlYTY1M2NiMTAxYjRjNTU0ZDMyOTllZDU1MyJ9fV0sInByZWRpY2F0ZVR5cGUiOiJodHRwczovL21vZGVsX3NpZ25pbmcvc2lnbmF0dXJlL3YxLjAiLCJwcmVkaWNhdGUiOnsic2VyaWFsaXphdGlvbiI6eyJtZXRob2QiOiJmaWxlcyIsImhhc2hfdHlwZSI6InNoYTI1NiIsImFsbG93X3N5bWxpbmtzIjpmYWxzZSwiaWdub3JlX3BhdGhzIjpbXX0sInJlc291cmNlcyI6W3sibmFtZSI6IlNLSUxMLm1kIiwiYWxnb3JpdGhtIjoic2hhMjU2IiwiZGlnZXN0IjoiN2QzMmQ1MWRjOTBhNjg4MDU4YTg2ODE5MjkyODlhNTA3NzlmZjU5M2M0NDU1ZTYyMWIzY2IwZTRhNDliZTI5MCJ9LHsibmFtZSI6InNjcmlwdHMvaGVsbG8uc2giLCJhbGdvcml0aG0iOiJzaGEyNTYiLCJkaWdlc3QiOiJiZmRlYWViMDhjZmZiNmEzNjQzOGJjZDEyZGRhMjU0MTdlM2NkZDM2ZjFlN2U0ODJhMjg0OWQ1MzkyMjUyODhiIn1dfX0=',
      payloadType: 'application/vnd.in-toto+json',
      signatures: [
        {
          sig: 'MEUCIAeEHIED+fOINyQnwA3mKKPWDF0712dZfsvSjLmU0suXAiEAjKcQIVRDDzJBOBqk180b4StajhjBmSxKpGTFAFZRTps=',
        },
      ],
    },
  },
}
