// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet of tests that checks no signature (ERC-1271). The signature says what it does: its first byte is a behaviour, the 32
/// bytes after it a number. Anybody may spend what it holds.
contract ContractWallet {
    bytes4 private constant GOOD = 0x1626ba7e;
    bytes4 private constant BAD = 0xffffffff;

    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        uint8 behaviour = uint8(signature[0]);
        uint256 number = uint256(bytes32(signature[1:33]));
        // Takes this much gas, and is honest.
        if (behaviour == 1) {
            uint256 left = gasleft();
            while (left - gasleft() < number) {}
        }
        // Is good only where gas costs nothing.
        if (behaviour == 2 && tx.gasprice != 0) return burnAll();
        // Is good only up to this block.
        if (behaviour == 3 && block.number > number) return burnAll();
        // Is good only where more gas than this is left.
        if (behaviour == 4 && gasleft() <= number) return burnAll();
        return GOOD;
    }

    function burnAll() private view returns (bytes4) {
        while (gasleft() > 1_000) {}
        return BAD;
    }
}
