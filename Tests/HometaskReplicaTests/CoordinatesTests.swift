// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import Testing

@Suite("Coordinates")
struct CoordinatesTests {
    @Test(
        "are read in the notations of people and maps",
        arguments: [
            ("52.37,4.89", "52.37,4.89"), ("52.37, 4.89", "52.37,4.89"), (" -33.8568 ,+151.2153", "-33.8568,151.2153"),
            ("90,-180", "90,-180"), ("0,0", "0,0"), ("-0,-0.0", "0,0"), ("5.,.5", "5,0.5"),
            ("52.123456789,4.00000001", "52.1234568,4"), ("-0.00000001,1", "0,1"),
        ])
    func read(text: String, shown: String) throws {
        let coordinates = try #require(Coordinates(text: text))
        #expect(coordinates.description == shown)
    }

    @Test(
        "out of range or with other words are refused",
        arguments: [
            "91,0", "-90.0001,0", "0,180.1", "0,-181", "1e999,0", "nan,0", "NaN,1", "inf,1", "0x10,1", "1e1,1", "1",
            "1,2,3",
            "", ",", "1,", ",1", "a,b", "1;2", "--1,2", "1..2,3", "١,٢",
        ])
    func refused(text: String) {
        #expect(Coordinates(text: text) == nil)
    }

    @Test("numbers out of range are distinguished from other text")
    func numbers() {
        #expect(Coordinates.areNumbers("91,0"))
        #expect(Coordinates.areNumbers("-33.8,151.2"))
        #expect(!Coordinates.areNumbers("NaN,0"))
        #expect(!Coordinates.areNumbers("bread, milk"))
        #expect(!Coordinates.areNumbers("1,2,3"))
    }

    @Test("are never NaN or infinite")
    func notANumber() {
        #expect(Coordinates(latitude: .nan, longitude: 0) == nil)
        #expect(Coordinates(latitude: 0, longitude: .infinity) == nil)
    }

    @Test("round-trip exactly through a document")
    func roundTrip() throws {
        let coordinates = try #require(Coordinates(latitude: 0.1 + 0.2, longitude: -1e-7))
        #expect(Coordinates(coordinates.location(accuracy: 5)) == coordinates)
        #expect(coordinates.location(accuracy: 5)["accuracy"]?.doubleValue == 5)
        #expect(coordinates.location()["accuracy"] == nil)
    }
}
